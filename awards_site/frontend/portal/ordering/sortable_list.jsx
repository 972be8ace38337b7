// A list whose rows are dragged by mouse, by touch and by keyboard, or moved by their buttons.
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Picture, Placeholder } from "../../images/picture.jsx";

const INSTRUCTIONS =
  "Press Space to pick the row up, the arrow keys to move it, Space to put it down, and Escape to cancel.";

/** Calls `onOrder(ids)` when a row has been moved. */
export default function SortableList({ records, label, layout, classes, onOrder }) {
  const [message, setMessage] = useState("");
  const list = useRef(null);
  const pressed = useRef(null);
  // A row is over its own place when it has just been picked up.
  const announced = useRef(-1);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = records.map(({ id }) => id);

  // The row of the pressed button has moved, which takes the focus from it in some browsers.
  useLayoutEffect(() => {
    if (!pressed.current) return;
    list.current.querySelector(pressed.current).focus();
    pressed.current = null;
  });

  const placeOf = (id, place = ids.indexOf(id)) =>
    `${records[ids.indexOf(id)].name} is number ${place + 1} of ${ids.length}.`;

  const move = (id, to, button) => {
    if (to < 0 || to >= ids.length) return;
    pressed.current = `[data-moves="${id} ${button}"]`;
    setMessage(placeOf(id, to));
    onOrder(arrayMove(ids, ids.indexOf(id), to));
  };

  const announcements = {
    onDragStart: ({ active }) => {
      announced.current = ids.indexOf(active.id);
      return `Picked up. ${placeOf(active.id)}`;
    },
    onDragOver: ({ active, over }) => {
      const place = over ? ids.indexOf(over.id) : announced.current;
      if (place === announced.current) return undefined;
      announced.current = place;
      return placeOf(active.id, place);
    },
    onDragEnd: ({ active, over }) => `Put down. ${placeOf(active.id, ids.indexOf((over ?? active).id))}`,
    onDragCancel: ({ active }) => `Cancelled. ${placeOf(active.id)}`,
  };

  const drop = ({ active, over }) => {
    if (over && over.id !== active.id) onOrder(arrayMove(ids, ids.indexOf(active.id), ids.indexOf(over.id)));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <p aria-live="polite" className="sr-only">
        {message}
      </p>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol ref={list} aria-label={label} className="overflow-hidden rounded-lg border border-line">
          {records.map((record, place) => (
            <Row
              key={record.id}
              record={record}
              place={place}
              last={records.length - 1}
              layout={layout}
              classes={classes}
              onMove={move}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Row({ record: { id, name, note, image }, place, last, layout, classes, onMove }) {
  const sortable = useSortable({ id, attributes: { roleDescription: "sortable row" } });
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = sortable;
  const style = {
    transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
    transition: transition ?? undefined,
  };
  return (
    <li ref={setNodeRef} style={style} data-dragging={isDragging || undefined} className={classes.row}>
      <button
        ref={setActivatorNodeRef}
        type="button"
        aria-label={`Drag ${name}`}
        title={`Drag ${name}`}
        // The dialog around the list would take it, too.
        data-keeps-escape={isDragging}
        {...attributes}
        {...listeners}
        className={`${classes.iconButton} cursor-grab touch-none`}
      >
        <GripVertical size={16} />
      </button>
      <span className="w-6 flex-none text-right text-sm text-muted tabular-nums">{place + 1}</span>
      <span className={classes.frame}>
        <Picture image={image} alt="" layout={layout} className={classes.image}>
          <Placeholder name={name} className="size-4" />
        </Picture>
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-medium">{name}</span>
        {note && <span className="block text-xs text-muted">{note}</span>}
      </span>
      <MoveButton {...{ id, name, onMove, classes }} to={place - 1} direction="up" isLast={place === 0} />
      <MoveButton {...{ id, name, onMove, classes }} to={place + 1} direction="down" isLast={place === last} />
    </li>
  );
}

function MoveButton({ id, name, to, direction, isLast, classes, onMove }) {
  const Arrow = direction === "up" ? ArrowUp : ArrowDown;
  const label = `Move ${name} ${direction}`;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // It keeps the focus where it cannot move the row any further.
      aria-disabled={isLast}
      data-moves={`${id} ${direction}`}
      onClick={() => onMove(id, to, direction)}
      className={classes.moveButton}
    >
      <Arrow size={16} />
    </button>
  );
}
