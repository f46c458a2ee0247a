import { type ReactNode, startTransition, useState } from "react";
import { fetchPatiently } from "#app/site/shell/connection.ts";

type Viewer = typeof import("./viewer.tsx");

/** What was asked for last: a page may have several galleries, and shows one viewer. */
let lastRequest: { dismiss(): void } | undefined;

/** Brings the viewer of large pictures, which no page carries before one is about to be opened. */
export function useViewer() {
  const [viewer, setViewer] = useState<ReactNode>(null);
  const open = (link: HTMLAnchorElement, draw: (from: Viewer, close: () => void) => ReactNode) => {
    const request = { dismiss: () => setViewer(null) };
    lastRequest?.dismiss();
    lastRequest = request;
    const show = (from: Viewer) => {
      // As a transition it waits for its sheet.
      if (lastRequest === request) startTransition(() => setViewer(draw(from, request.dismiss)));
    };
    const follow = () => {
      if (lastRequest === request && link.isConnected) window.location.assign(link.href);
    };
    // Without a line the page stays as it is. Otherwise the link does what it does without scripts.
    import("./viewer.tsx")
      .catch(() => waitForAnswer(link.href).then(() => import("./viewer.tsx")))
      .then(show, follow);
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
