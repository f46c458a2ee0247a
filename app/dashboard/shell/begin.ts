import { redirect } from "react-router";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/begin.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  return redirect("/dashboard/home");
}
