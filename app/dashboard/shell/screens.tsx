import { Outlet } from "react-router";
import type { Route } from "./+types/screens.ts";
import { ScreenError } from "./screen-error.tsx";

/** Parent route of all screens; an error in one leaves the layout in place. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenError error={error} />;
}
