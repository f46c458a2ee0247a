import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { useIsOffline } from "./connection.ts";

/** Milliseconds after which a page that is under way is said to be. */
const noticed = 400;

/** What is shown and said while a page takes its time. */
export function LoadingPlate() {
  const { state, location: next } = useNavigation();
  const { pathname } = useLocation();
  const isOffline = useIsOffline();
  const isSlow = useIsSlow(state === "loading" && !isOffline);
  const arrived = useArrived(isSlow || isOffline, state === "idle");
  return (
    <>
      {isSlow && next && next.pathname !== pathname && <Skeleton shape={shapeOf(next.pathname)} />}
      {isSlow && (
        <div className="loading" aria-hidden="true">
          <svg viewBox="0 0 30 30" aria-hidden="true">
            {rows.map((row) => (
              <path key={row} d={row} />
            ))}
          </svg>
          Loading…
        </div>
      )}
      <p className="visually-hidden" role="status">
        {isSlow ? "Loading…" : arrived}
      </p>
    </>
  );
}

type Shape = "list" | "detail" | "form";

const forms = /^\/(contact|calltoaction|login|registration|newsletter)\b/;
const details = /^\/(services|portfolio|media|blog|authors|newsletter\/archive)\/./;

/** How the page at this path is laid out. */
function shapeOf(path: string): Shape {
  if (details.test(path)) return "detail";
  return forms.test(path) ? "form" : "list";
}

/** As many blocks as the style sheet lays out, after heading and lead, each by its letter. */
const blocks = { list: "abcd", detail: "abcdef", form: "abcde" } as const;

/** The outline of the page that is under way, in place of the one that was left. */
function Skeleton({ shape }: { shape: Shape }) {
  return (
    <div className={`skeleton page-grid of-${shape}`} aria-hidden="true">
      <i />
      <i />
      {[...blocks[shape]].map((letter) => (
        <b key={letter} />
      ))}
    </div>
  );
}

/** The rows of the mark, from the top. */
const rows = [
  "M14.5 3h1",
  "M11.4 7h7.2",
  "M7.8 11h14.4",
  "M3.6 15h22.8",
  "M7.8 19h14.4",
  "M11.4 23h7.2",
  "M14.5 27h1",
];

function useIsSlow(isLoading: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), noticed);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isSlow && isLoading;
}

/** Name of the page that had to be waited for, from its coming to the next way. */
function useArrived(isWaiting: boolean, isIdle: boolean): string {
  const [name, setName] = useState("");
  const hasWaited = useRef(false);
  useEffect(() => {
    if (isWaiting) hasWaited.current = true;
    if (!isIdle) return setName("");
    if (hasWaited.current) setName(document.querySelector("#main h1")?.textContent ?? document.title);
    hasWaited.current = false;
  }, [isWaiting, isIdle]);
  return name;
}
