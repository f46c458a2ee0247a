import { useOutletContext } from "react-router";
import type { ListContext } from "./lead-list.tsx";

export function loader() {
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
