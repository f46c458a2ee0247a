import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { endTakingOver } from "./site/parts/loom.ts";

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
