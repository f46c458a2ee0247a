import { StrictMode, startTransition } from "react";
import { HydratedRouter } from "react-router/dom";
import { listenBeforeRouter } from "./pages/before-router.ts";
import { confirmInPlace } from "./pages/confirmation.ts";
import { waitForTheLine } from "./site/shell/connection.ts";
import { guardHtml } from "./ui/trusted-html.ts";

guardHtml();
waitForTheLine();
// React Router lets nobody wait for the end of an answer that it stops reading, as when something else is asked for.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});
confirmInPlace(async (signal) => {
  const { askInDialog } = await import("./site/account/confirm/confirm-dialog.tsx");
  return askInDialog(signal);
});

listenBeforeRouter();
void hydrate();

/** In tasks of their own: React's renderer is evaluated, then what it is to take over is begun with. */
async function hydrate(): Promise<void> {
  const { hydrateRoot } = await import("react-dom/client");
  await new Promise((go) => setTimeout(go));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
