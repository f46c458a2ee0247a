import { type ReactNode, startTransition, useState } from "react";
import { fetchPatiently } from "#app/site/shell/connection.ts";

type Viewer = typeof import("./viewer.tsx");

/** What takes the viewer of the gallery away that opened last: a page may have several, and one viewer. */
let dismissLast: ((none: null) => void) | undefined;

/** Brings the viewer of large pictures, which no page carries before one is about to be opened. */
export function useViewer() {
  const [viewer, setViewer] = useState<ReactNode>(null);
  const open = (link: HTMLAnchorElement, draw: (from: Viewer, close: () => void) => ReactNode) => {
    const show = (from: Viewer) => {
      if (dismissLast !== setViewer) dismissLast?.(null);
      dismissLast = setViewer;
      // As a transition it waits for its sheet.
      startTransition(() => setViewer(draw(from, () => setViewer(null))));
    };
    // Without a line the page stays as it is. Otherwise the link does what it does without scripts.
    import("./viewer.tsx")
      .catch(() => waitForAnswer(link.href).then(() => import("./viewer.tsx")))
      .then(show, () => {
        if (link.isConnected) window.location.assign(link.href);
      });
  };
  return { viewer, open, fetchViewer };
}

/** Ahead of a click. */
function fetchViewer(): void {
  import("./viewer.tsx").catch(() => {});
}

/** Until the site answers at an address, whatever it says. */
async function waitForAnswer(address: string): Promise<void> {
  await fetchPatiently(window.fetch, address, { method: "HEAD" });
}
