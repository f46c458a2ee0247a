import { data } from "react-router";
import type { Route } from "./+types/no-screen.ts";
import { ScreenError } from "./screen-error.tsx";

export function loader() {
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

export default function NoScreen() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ScreenError error={error} />;
}
