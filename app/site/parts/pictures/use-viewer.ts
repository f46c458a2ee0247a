import { type ReactNode, startTransition, useState } from "react";

type Viewer = typeof import("./viewer.tsx");

/** Brings the viewer of large pictures, which no page carries before one is about to be opened. */
export function useViewer() {
  const [viewer, setViewer] = useState<ReactNode>(null);
  const open = (link: HTMLAnchorElement, draw: (from: Viewer, close: () => void) => ReactNode) => {
    import("./viewer.tsx").then(
      // As a transition it waits for its sheet.
      (from) => startTransition(() => setViewer(draw(from, () => setViewer(null)))),
      // Without the viewer the link does what it does without scripts.
      () => window.location.assign(link.href),
    );
  };
  return { viewer, open, fetchViewer };
}

/** Ahead of a click. */
function fetchViewer(): void {
  import("./viewer.tsx").catch(() => {});
}
