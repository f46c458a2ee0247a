import { useOutletContext } from "react-router";
import type { ListContext } from "./lead-list.tsx";

export function loader() {
  return null;
}

/** Placeholder while no lead is open; empty for an empty list, which has its own message. */
export default function NothingSelected() {
  if (useOutletContext<ListContext>().isEmpty) return null;
  return (
    <p className="nothing mute">
      Select one to read it, or move through the list with <kbd>j</kbd> and <kbd>k</kbd>.
    </p>
  );
}
