import { Outlet } from "react-router";
import type { Route } from "./+types/screens.ts";
import { ScreenError } from "./screen-error.tsx";

/** Every screen of the dashboard; one that can't be shown leaves the layout around it standing. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenError error={error} />;
}
