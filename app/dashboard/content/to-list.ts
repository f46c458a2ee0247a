import { redirect } from "react-router";
import type { Route } from "./+types/to-list.ts";
import { kindOfScreen } from "./kind-of-screen.ts";

/** Redirects an edit address without an entry to the list of its kind. */
export function loader(args: Route.LoaderArgs) {
  return redirect(`/dashboard/${kindOfScreen(args.request).dashboard.list}`);
}
