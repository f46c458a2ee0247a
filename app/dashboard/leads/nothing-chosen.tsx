import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/nothing-chosen.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await openScreen(args);
  return null;
}

/** The place beside a list of which nothing is open. */
export default function NothingChosen() {
  return (
    <p className="nothing mute">
      Choose one to read it, or walk through them with <kbd>j</kbd> and <kbd>k</kbd>.
    </p>
  );
}
