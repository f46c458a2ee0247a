import { type RefObject, use, useEffect, useRef, useState } from "react";
import { type DrawnPart, keepDrawing, LoomContext } from "#app/site/parts/pictures/loom.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";

/** What the server has drawn into this document, for a frame that is drawn anew, as after an error. */
const kept: Record<DrawnPart, string> = { footer: "", selvedge: "" };

/** A part of the frame as the server has drawn it: nothing in it needs React, so no browser is sent the code of it. */
export function useServerDrawn(name: DrawnPart): {
  part: RefObject<HTMLElement | null>;
  html: { __html: string };
} {
  const loom = use(LoomContext);
  const part = useRef<HTMLElement>(null);
  const [html] = useState(
    () => (loom ? { __html: loom.frame[name] } : keepDrawing()) ?? { __html: trustHtml(kept[name]) },
  );
  useEffect(() => {
    kept[name] = part.current?.innerHTML ?? "";
  }, [name]);
  return { part, html };
}
