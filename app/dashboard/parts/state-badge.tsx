import { Archive, CircleDashed, CircleDot, Clock3 } from "lucide-react";
import type { State } from "#app/database/tables/content.ts";
import { Badge } from "./badge.tsx";

export const stateWords: Record<State, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  changed: "Unpublished changes",
  archived: "Archived",
};

const signs = {
  draft: CircleDashed,
  scheduled: Clock3,
  published: Full,
  changed: CircleDot,
  archived: Archive,
};

/** One sign and one word for where an entry stands, the same everywhere. */
export function StateBadge({ state }: { state: State }) {
  return (
    <Badge Sign={signs[state]} tone={`st-${state}`}>
      {stateWords[state]}
    </Badge>
  );
}

function Full() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" fill="currentColor" />
    </svg>
  );
}
