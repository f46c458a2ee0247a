import type { KeyboardEvent } from "react";

/**
 * Moves the focus within a grid of buttons or links by arrow keys, Home and End, according to their positions
 * on screen.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("button, a[href]")];
  const at = event.target instanceof HTMLElement ? stops.indexOf(event.target) : -1;
  const next = at === -1 ? undefined : findNext(event.key, stops, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function findNext(key: string, stops: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case "ArrowRight":
      return stops[at + 1];
    case "ArrowLeft":
      return stops[at - 1];
    case "ArrowDown":
      return inNextRow(stops.slice(at), 1);
    case "ArrowUp":
      return inNextRow(stops.slice(0, at + 1).reverse(), -1);
    case "Home":
      return stops[0];
    case "End":
      return stops.at(-1);
    default:
      return undefined;
  }
}

/** Element of the nearest row above or below that is horizontally closest to the first element. */
function inNextRow([from, ...others]: readonly HTMLElement[], way: 1 | -1): HTMLElement | undefined {
  if (!from) return undefined;
  const here = from.getBoundingClientRect();
  const places = others.map((stop) => ({ stop, box: stop.getBoundingClientRect() }));
  const row = places.find(({ box }) => (box.top - here.top) * way > here.height / 2)?.box.top;
  const inRow = places.filter(({ box }) => row !== undefined && Math.abs(box.top - row) < here.height / 2);
  const distance = (box: DOMRect) => Math.abs(box.left - here.left);
  return inRow.toSorted((one, other) => distance(one.box) - distance(other.box))[0]?.stop;
}
