import { useState } from "react";
import { PreviewLinks } from "../preview-links.tsx";

/** The links are asked for when somebody wants to see them: what nobody asked for can't fail while they write. */
export function PreviewLinksOnDemand({ kind, id }: { kind: string; id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="btn q">Share preview link</summary>
      {isOpen && <PreviewLinks kind={kind} id={id} />}
      <noscript>
        <a href={`/dashboard/previews/${kind}/${id}`}>Share preview link</a>
      </noscript>
    </details>
  );
}
