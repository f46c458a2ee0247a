import { notFound } from "#app/site/parts/url-params.ts";
import type { Route } from "./+types/not-found.ts";

/** Every address that is nobody's. */
export function loader(_: Route.LoaderArgs) {
  return notFound();
}

/** What is sent to nobody's address is as little there, and no fault of ours. */
export function action(_: Route.ActionArgs) {
  return notFound();
}

export default function NotFound() {
  return null;
}
