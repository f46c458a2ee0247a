import { createContext } from "react";
import type { Cloth } from "#app/weave/cloth.ts";

/** What is put into the page as it stands; given by the server alone, so that the generator never reaches a browser. */
export interface Loom {
  draw(cloth: Cloth): string;
  /** The motif of the splash. */
  splash: string;
  /** What stands in the parts of this page's frame that the server alone draws. */
  frame: Record<DrawnPart, string>;
  /** What marks an inline script or style as ours, as its `nonce`; see `http/security/content-security.ts`. */
  mark?: string;
}

export type DrawnPart = "footer" | "selvedge";

export const LoomContext = createContext<Loom | null>(null);

// One object for ever: React would otherwise write its empty text over the server's drawing.
const asItStands = { __html: "" };
let isTakingOver = typeof document !== "undefined";

/** Keeps what the server has drawn while its document is being taken over; null once there is nothing to keep. */
export function keepDrawing(): { __html: string } | null {
  return isTakingOver ? asItStands : null;
}

export function endTakingOver(): void {
  isTakingOver = false;
}
