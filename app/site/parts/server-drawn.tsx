import { createContext, type RefObject, use, useRef, useState, useSyncExternalStore } from "react";
import { trustHtml } from "#app/ui/trusted-html.ts";
import type { Cloth } from "#app/weave/cloth.ts";
import type { Ornament } from "#app/weave/paar.ts";

/** What is put into the page as it stands; given by the server alone, so that the generator never reaches a browser. */
export interface Loom {
  /** What stands between the tags of a cloth's SVG. */
  draw(cloth: Cloth): string;
  /** The border below the header, of each area of the site. */
  borders: Record<Ornament, string>;
  /** The motif of the splash. */
  splash: string;
  /** What stands in the parts of this page's frame that the server alone draws. */
  frame: Record<DrawnPart, string>;
  /** The rich texts of this page, in the order in which `proseOf` counted them. */
  texts: readonly string[];
  /** JSON-LD of this page; "" for none. */
  structuredData: string;
  /** What marks an inline script or style as ours, as its `nonce`; see `http/security/security-headers.ts`. */
  mark?: string;
}

/** By the class of its element. */
type DrawnPart = "foot" | "selvedge";

export const LoomContext = createContext<Loom | null>(null);

// One object for ever: React would otherwise write its empty text over the server's drawing.
const asItStands = { __html: "" };

/** What the server draws, or has drawn into the document that is being taken over, which keeps it; null where there is nothing to keep. */
export function useDrawing(draw: (loom: Loom) => string): { __html: string } | null {
  const loom = use(LoomContext);
  const isTakenOver = useTakingOver();
  const [drawing] = useState(() => (loom ? { __html: draw(loom) } : isTakenOver ? asItStands : null));
  return drawing;
}

/**
 * Whether what is drawn stands in the document already. Not so where React draws the page anew after all, since a translator
 * or an extension has changed what it was to take over.
 */
function useTakingOver(): boolean {
  return useSyncExternalStore(subscribeToNothing, whenDrawnHere, whileHydrating);
}

const subscribeToNothing = () => () => {};
const whenDrawnHere = () => false;
const whileHydrating = () => typeof document !== "undefined";

/** A part of the frame as the server has drawn it: nothing in it needs React, so no browser is sent the code of it. */
export function useServerDrawn(name: DrawnPart): {
  part: RefObject<HTMLElement | null>;
  html: { __html: string };
} {
  const loom = use(LoomContext);
  const part = useRef<HTMLElement>(null);
  const [html] = useState(() => ({ __html: loom ? loom.frame[name] : trustHtml(readDrawn(`.${name}`)) }));
  return { part, html };
}

const knownHtml = new Map<string, string>();

/**
 * What the server has drawn inside an element of this document, as it was when it was first asked for; "" where there is none.
 * It stays known when the element is drawn anew, as after an error.
 */
export function readDrawn(selector: string): string {
  const html = knownHtml.get(selector) ?? document.querySelector(selector)?.innerHTML;
  if (html !== undefined) knownHtml.set(selector, html);
  return html ?? "";
}

/** What the page says of itself to search engines, as the server has written it; a page come to within the site says nothing. */
export function StructuredData() {
  const json = useDrawing((loom) => loom.structuredData);
  if (!json) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single "<" can't leave its script
    <script type="application/ld+json" dangerouslySetInnerHTML={json} suppressHydrationWarning />
  );
}

/** Runs before anything is painted: only the first page of a tab shows the splash. */
export const splashScript =
  'try{sessionStorage.getItem("seen")||(sessionStorage.setItem("seen","1"),document.documentElement.classList.add("first"))}catch{}';

/** The company's motif, woven pick by pick; style alone shows and removes it. */
export function Splash({ name }: { name: string }) {
  const motif = useDrawing((loom) => loom.splash);
  // Not drawn by the server, this is not the first page of a tab.
  if (!motif) return null;
  return (
    <div className="splash" aria-hidden="true">
      <div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads */}
        <div className="motif" dangerouslySetInnerHTML={motif} suppressHydrationWarning />
        <p className="word">{name}</p>
      </div>
    </div>
  );
}
