import { data } from "react-router";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/no-screen.ts";
import { Broken } from "./broken.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  throw data(null, { status: 404 });
}

/** Editors and admins. */
export async function action(args: Route.ActionArgs) {
  await requireScreen(args);
  throw data(null, { status: 404 });
}

export default function NoScreen() {
  return null;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Broken error={error} />;
}
