// The order of a group of records, as a part of a form that submits it as `ids`.
import { useEffect, useRef, useState } from "react";
import { useLazy } from "../../queries/lazy.jsx";

// Choosing a group remounts the form; this returns the focus to the select.
let isChoosing = false;

const loadSortableList = () => import("./sortable_list.jsx");

/**
 * `records` are those of the `group`, `stored` their ids in the stored order, and `order` the ids in
 * the order that is shown first, separated by commas. Another group is chosen while it is unchanged.
 * `count` is how many records the group has; if they are too many, `records` is empty.
 */
export function Arrangement({
  records,
  stored,
  order,
  groups,
  group,
  groupLabel,
  count,
  plural,
  max,
  layout,
  classes,
  onGroup,
}) {
  const SortableList = useLazy(loadSortableList);
  const [ids, setIds] = useState(() => order.split(",").filter(Boolean).map(Number));
  const choice = useRef(null);
  useEffect(() => {
    if (isChoosing) choice.current?.focus();
    isChoosing = false;
  }, []);
  const isChanged = ids.join() !== stored.join();
  const byId = new Map(records.map((record) => [record.id, record]));

  return (
    <>
      <input type="hidden" name="ids" value={ids.join()} />
      <div className="mb-3 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 empty:hidden">
        {groups.length > 0 && (
          <label className="flex items-center gap-2 text-sm text-muted">
            {groupLabel}
            <select
              ref={choice}
              value={group}
              disabled={isChanged}
              onChange={(event) => {
                isChoosing = true;
                onGroup(event.target.value);
              }}
              className={classes.input}
            >
              {groups.map((each) => (
                <option key={each.value} value={each.value}>
                  {each.label} ({each.count})
                </option>
              ))}
            </select>
          </label>
        )}
        {isChanged && (
          <button type="button" onClick={() => setIds(stored)} className={classes.button}>
            Reset
          </button>
        )}
      </div>
      {count > max && (
        <p className="py-12 text-center text-sm text-muted">
          These are {count.toLocaleString("en")} {plural}. At most {max} can be arranged; set the display
          order of single ones in their forms.
        </p>
      )}
      {count === 0 && <p className="py-12 text-center text-sm text-muted">No {plural} found</p>}
      {records.length > 0 &&
        (SortableList ? (
          <SortableList
            records={ids.map((id) => byId.get(id)).filter(Boolean)}
            label={`Order of ${plural}`}
            layout={layout}
            classes={classes}
            onOrder={setIds}
          />
        ) : (
          <p role="status" className="py-12 text-center text-sm text-muted">
            Loading the list...
          </p>
        ))}
    </>
  );
}
