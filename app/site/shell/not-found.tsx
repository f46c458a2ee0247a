import { notFound } from "#app/site/parts/not-found.ts";
import type { Route } from "./+types/not-found.ts";

/** Every address that is nobody's. Anyone. */
export function loader(_: Route.LoaderArgs) {
  return notFound();
}

export default function NotFound() {
  return null;
}
