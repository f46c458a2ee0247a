import { use, useState } from "react";
import { keepDrawing, LoomContext } from "#app/site/parts/loom.ts";

/** Runs before anything is painted: only the first page of a tab shows the splash. */
export const splashScript =
  'try{sessionStorage.getItem("seen")||(sessionStorage.setItem("seen","1"),document.documentElement.classList.add("first"))}catch{}';

/** The company's motif, woven pick by pick; style alone shows and removes it. */
export function Splash({ name }: { name: string }) {
  const loom = use(LoomContext);
  const [rows] = useState(() => (loom ? { __html: loom.splash } : keepDrawing()));
  if (!rows) return null;
  return (
    <div className="splash" aria-hidden="true">
      <div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads */}
        <div dangerouslySetInnerHTML={rows} suppressHydrationWarning />
        <p className="word">{name}</p>
      </div>
    </div>
  );
}
