import { use, useState } from "react";
import { keepDrawing, LoomContext, type TrimmingName } from "../parts/pictures/loom.ts";

/** An ornament of the frame, drawn into the page by the server; `bare` where it could not be, for the style sheet to help out. */
export function Trimming({ name, className }: { name: TrimmingName; className: string }) {
  const loom = use(LoomContext);
  const [drawing] = useState(() => (loom ? { __html: loom.trimmings[name] } : keepDrawing()));
  if (!drawing) return <div className={`${className} bare`} aria-hidden="true" />;
  return (
    <div
      className={className}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads
      dangerouslySetInnerHTML={drawing}
      suppressHydrationWarning
    />
  );
}
