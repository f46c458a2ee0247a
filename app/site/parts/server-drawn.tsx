import { createContext, use } from "react";
import type { Cloth } from "#app/lib/weave/cloth.ts";
import type { Ornament } from "#app/lib/weave/paar.ts";

/** Markup that only the server provides, so that browsers do not load its generators. */
export interface ServerMarkup {
  /** Content of a cover's `svg` element. */
  draw(cloth: Cloth): string;
  /** Border below the header, for each area of the site. */
  borders: Record<Ornament, string>;
  /** Pattern of the splash screen. */
  splash: string;
  /** Parts of the layout that only the server renders. */
  frame: Record<DrawnPart, string>;
  /** JSON-LD of this page; "" for none. */
  structuredData: string;
  /** Address of the script of public pages. */
  siteScript: string;
  /** Whether the address of the page is secret from other sites and pages. */
  isSecret: boolean;
  /** The `nonce` of our inline scripts and styles; see `platform/http/security/security-headers.ts`. */
  mark?: string;
}

/** Class of its element. */
type DrawnPart = "foot" | "quickContact";

export const ServerMarkupContext = createContext<ServerMarkup | null>(null);

/** Markup of the server; null in a browser. */
export function useServerMarkup(draw: (markup: ServerMarkup) => string): { __html: string } | null {
  const markup = use(ServerMarkupContext);
  return markup && { __html: draw(markup) };
}

/** A server-rendered part of the layout. */
export function useLayoutMarkup(name: DrawnPart): { __html: string } {
  return { __html: use(ServerMarkupContext)?.frame[name] ?? "" };
}

/** Structured data of the page for search engines. */
export function StructuredData() {
  const json = useServerMarkup((markup) => markup.structuredData);
  if (!json) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single "<" can't leave its script
    <script type="application/ld+json" dangerouslySetInnerHTML={json} />
  );
}

/** Runs before the first paint: only the first page of a tab shows the splash. */
export const splashScript =
  'try{sessionStorage.getItem("seen")||(sessionStorage.setItem("seen","1"),document.documentElement.classList.add("first"))}catch{}';

/** Splash screen with an animated pattern; CSS shows and removes it. */
export function Splash({ name }: { name: string }) {
  const pattern = useServerMarkup((markup) => markup.splash);
  // A page that a browser renders is not the first of its tab.
  if (!pattern) return null;
  return (
    <div className="splash" aria-hidden="true">
      <div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: generated SVG contains no user input */}
        <div className="motif" dangerouslySetInnerHTML={pattern} />
        <p className="word">{name}</p>
      </div>
    </div>
  );
}
