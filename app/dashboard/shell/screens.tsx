import { Outlet } from "react-router";
import type { Route } from "./+types/screens.ts";
import { Broken } from "./broken.tsx";

/** Every screen of the dashboard; one that can't be shown leaves the frame around it standing. */
export default function Screens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Broken error={error} />;
}
