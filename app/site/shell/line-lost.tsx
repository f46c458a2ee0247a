import { useEffect } from "react";
import { useHref, useNavigation } from "react-router";
import { fetchPatiently, tryAgain, useIsLost, useNeedsDocument } from "./connection.ts";

/** What is said while a page can't come at all. It comes with the frame: without a line it could not be fetched. */
export function LineLost() {
  const { location: next } = useNavigation();
  const isLost = useIsLost();
  const needsDocument = useNeedsDocument();
  useDocumentInstead(useHref(next ?? ""), needsDocument && next !== undefined);
  if (!isLost) return null;
  return (
    <div className="line-lost" role="alert">
      <p>
        <strong>{navigator.onLine ? "The connection was lost." : "You are offline."}</strong> This page stays
        here. The one you chose opens as soon as there is a connection again.
      </p>
      <button type="button" className="btn" onClick={tryAgain}>
        Try again
      </button>
    </div>
  );
}

/** Loads the page that is under way as a document, as soon as there is a line. */
function useDocumentInstead(next: string, isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const stop = new AbortController();
    fetchPatiently(fetch, next, { method: "HEAD", signal: stop.signal }).then(
      () => location.assign(next),
      () => {},
    );
    return () => stop.abort();
  }, [next, isNeeded]);
}
