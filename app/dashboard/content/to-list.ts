import { redirect } from "react-router";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/to-list.ts";
import { kindOfScreen } from "./kind-of-screen.ts";

/** The address of an editor without the entry to edit leads to the list of its kind. Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  return redirect(`/dashboard/${kindOfScreen(args.request).dashboard.list}`);
}
