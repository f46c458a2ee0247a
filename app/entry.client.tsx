import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { confirmInPlace } from "./domain/accounts/browser/confirmation.ts";
import { guardHtml } from "./lib/ui/trusted-html.ts";

/** Client entry of the dashboard; public pages use `site/browser/start.ts`. */
guardHtml();
// React Router leaves this rejection unhandled when it stops reading a response, such as after another navigation.
addEventListener("unhandledrejection", (event) => {
  if (event.reason?.name === "AbortError") event.preventDefault();
});
confirmInPlace(async (signal) => {
  const { askInDialog } = await import("./site/account/confirm/confirm-dialog.tsx");
  return askInDialog(signal);
});
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
