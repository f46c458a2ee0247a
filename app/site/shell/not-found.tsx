import { notFound } from "#app/site/parts/url-params.ts";
import type { Route } from "./+types/not-found.ts";

/** Responds with 404 to unknown addresses. */
export function loader(_: Route.LoaderArgs) {
  return notFound();
}

/** Responds with 404 to requests that send data to unknown addresses. */
export function action(_: Route.ActionArgs) {
  return notFound();
}

export default function NotFound() {
  return null;
}
