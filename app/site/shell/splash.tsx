import { use, useState } from "react";
import { keepDrawing, LoomContext } from "#app/site/parts/pictures/loom.ts";

/** Runs before anything is painted: only the first page of a tab shows the splash. */
export const splashScript =
  'try{sessionStorage.getItem("seen")||(sessionStorage.setItem("seen","1"),document.documentElement.classList.add("first"))}catch{}';

/** The company's motif, woven pick by pick; style alone shows and removes it. */
export function Splash({ name }: { name: string }) {
  const loom = use(LoomContext);
  const [motif] = useState(() => (loom ? { __html: loom.splash } : keepDrawing()));
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
