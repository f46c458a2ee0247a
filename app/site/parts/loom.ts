import { createContext } from "react";
import type { Cloth } from "#app/weave/cloth.ts";

/** Draws a cloth as SVG; given by the server alone, so that the generator never reaches a browser. */
export const LoomContext = createContext<((cloth: Cloth) => string) | null>(null);

let isHydrating = typeof document !== "undefined";

/** Whether the server's document is being taken over: its inlined cloths are kept as they stand. */
export function isTakingOver(): boolean {
  return isHydrating;
}

export function endTakingOver(): void {
  isHydrating = false;
}
