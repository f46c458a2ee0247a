import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { confirmInPlace } from "./pages/confirmation.ts";
import { endTakingOver } from "./site/parts/pictures/loom.ts";
import { waitForTheLine } from "./site/shell/connection.ts";
import { guardHtml } from "./ui/trusted-html.ts";

guardHtml();
waitForTheLine();
confirmInPlace(async (signal) => {
  const { askInDialog } = await import("./site/account/confirm/confirm-dialog.tsx");
  return askInDialog(signal);
});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TakingOver>
        <HydratedRouter />
      </TakingOver>
    </StrictMode>,
  );
});

function TakingOver({ children }: { children: ReactNode }) {
  useEffect(endTakingOver, []);
  return children;
}
