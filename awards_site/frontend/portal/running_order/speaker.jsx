// The running order for the evening: one item after the other in large type, or all of them, to print.
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { request } from "../../queries/request.js";

const API = "/api/admin/running-order";

/** Calls one of the functions with the JSON at the path, or with why there is none. */
function read(path, onRead, onFailed) {
  request("GET", path)
    .then((response) => response.json())
    .then(onRead, (failure) => onFailed(failure.reason ?? "There is no connection."));
}

/** The winners of an item's award, which are read only when the presenter asks for them. */
function Result({ id, winners, onRead, button }) {
  const [note, setNote] = useState("Visitors do not see it.");
  if (winners) {
    return (
      <p dir="auto" className="rounded-xl bg-plum p-4 font-display text-on-plum print:border print:text-ink">
        {winners.join("; ") || "No winner has been entered yet."}
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-2 text-base text-muted print:hidden">
      <button type="button" className={button} onClick={() => read(`${API}/${id}/winners`, onRead, setNote)}>
        Reveal to me
      </button>
      {note}
    </div>
  );
}

export function SpeakerView({ button, categories }) {
  const [query, setQuery] = useSearchParams();
  const [items, setItems] = useState([]);
  const [note, setNote] = useState("Loading...");
  const [results, setResults] = useState({});
  // The page is built without a query, so its first render has none.
  const isList = items.length > 0 && query.get("view") === "all";
  const ofYear = query.get("year") ? `?year=${query.get("year")}` : "";
  const place = Math.max(items.findIndex(({ id }) => String(id) === query.get("item")), 0);
  const last = items.length - 1;

  const show = (name, value) =>
    setQuery((known) => ({ ...Object.fromEntries(known), [name]: value }), { replace: true });
  const move = (step) => items[place + step] && show("item", items[place + step].id);
  // Again for each item, and when the connection changes: others move items during the evening, too.
  useEffect(() => {
    const onRead = (found) => {
      setItems(found);
      setNote(found.length ? "" : "There are no items yet.");
    };
    const refresh = () => read(`${API}/evening${ofYear}`, onRead, setNote);
    const events = ["online", "offline"];
    events.forEach((name) => window.addEventListener(name, refresh));
    refresh();
    return () => events.forEach((name) => window.removeEventListener(name, refresh));
  }, [query, ofYear]);
  useEffect(() => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    const onKeyDown = ({ key }) => key in steps && !isList && move(steps[key]);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });

  const large = `${button} min-h-14! text-lg!`;
  const styles = isList
    ? ["font-display text-4xl font-semibold mb-4", "text-base", "grid-cols-[5rem_1fr] border-t border-line py-3", ""]
    : ["sr-only", "text-2xl", "", "font-display text-4xl text-balance"];
  return (
    <div className="flex min-h-dvh flex-col bg-surface text-ink wrap-anywhere">
      <main aria-live="polite" className={`mx-auto w-full max-w-2xl flex-1 p-5 ${styles[1]}`}>
        <h1 className={styles[0]}>Running order</h1>
        <p className="mb-4 border-l-4 border-gold pl-3 text-base text-muted empty:hidden print:hidden">
          {note}
          {note && items.length > 0 && " What is shown may be out of date, and no result can be read."}
        </p>
        <ol>
          {(isList ? items : items.slice(place, place + 1)).map((item) => (
            <li key={item.id} className={`grid gap-3 break-inside-avoid ${styles[2]}`}>
              <p className="text-lg text-muted tabular-nums">
                {isList ? item.time : `${item.time}, ${item.durationMinutes} min, ${place + 1} of ${items.length}`}
              </p>
              <div className="grid gap-[0.5em]">
                <h2 dir="auto" className={`font-semibold ${styles[3]}`}>
                  {item.title}
                </h2>
                {item.category && <p className="text-muted">Award: {categories[item.category]}</p>}
                <p className="whitespace-pre-line [unicode-bidi:plaintext] empty:hidden">
                  {[item.presenter, item.notes].filter(Boolean).join("\n")}
                </p>
                {item.category && (
                  <Result
                    id={item.id}
                    winners={results[item.id]}
                    onRead={(winners) => setResults((known) => ({ ...known, [item.id]: winners }))}
                    button={isList ? button : large}
                  />
                )}
              </div>
            </li>
          ))}
        </ol>
      </main>
      <footer className="sticky bottom-0 flex justify-center gap-3 border-t border-line bg-ground p-4 *:max-w-52 *:flex-1 print:hidden">
        <button type="button" className={large} hidden={isList} disabled={place === 0} onClick={() => move(-1)}>
          Previous
        </button>
        <button type="button" className={large} hidden={isList} disabled={place >= last} onClick={() => move(1)}>
          Next
        </button>
        <button type="button" className={large} onClick={() => show("view", isList ? "one" : "all")}>
          {isList ? "Single" : "All"}
        </button>
        <button type="button" className={large} hidden={!isList} onClick={() => window.print()}>
          Print
        </button>
        <a className={large} hidden={!isList} href={`${API}/pdf${ofYear}`}>
          PDF
        </a>
      </footer>
    </div>
  );
}
