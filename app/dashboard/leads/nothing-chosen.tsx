import { useOutletContext } from "react-router";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/nothing-chosen.ts";
import type { ListContext } from "./lead-list.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  return null;
}

/** The place beside a list of which nothing is open; an empty list says itself that it is. */
export default function NothingChosen() {
  if (useOutletContext<ListContext>().isEmpty) return null;
  return (
    <p className="nothing mute">
      Select one to read it, or move through the list with <kbd>j</kbd> and <kbd>k</kbd>.
    </p>
  );
}
