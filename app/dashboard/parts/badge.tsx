import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  Clock3,
  Flag,
  FolderDown,
  ListFilter,
  LogOut,
  type LucideIcon,
  Mails,
  MailX,
  Send,
  ShieldAlert,
  TriangleAlert,
  Upload,
  UserPlus,
} from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { State } from "#app/database/tables/content.ts";
import type { BadgePiece, SignName } from "#app/resources/definition.ts";

export interface BadgeLook {
  Sign: ComponentType<{ "aria-hidden"?: boolean }>;
  /** A class of its own colours. */
  tone: string;
}

/** One sign and one word for where something stands, the same everywhere. */
export function Badge({ Sign, tone, children }: BadgeLook & { children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      <Sign aria-hidden />
      {children}
    </span>
  );
}

export const signs: Record<SignName, LucideIcon> = {
  ban: Ban,
  "circle-check": CircleCheck,
  "circle-pause": CirclePause,
  "clock-3": Clock3,
  flag: Flag,
  "folder-down": FolderDown,
  "list-filter": ListFilter,
  "log-out": LogOut,
  "mail-x": MailX,
  mails: Mails,
  send: Send,
  "shield-alert": ShieldAlert,
  "triangle-alert": TriangleAlert,
  upload: Upload,
  "user-plus": UserPlus,
};

/** A badge that a list of records speaks of as data. */
export function StatusBadge({ badge, sign, tone }: BadgePiece) {
  const Sign = sign && signs[sign];
  return (
    <span className={`badge ${tone}`}>
      {Sign && <Sign aria-hidden />}
      {badge}
    </span>
  );
}

export const stateLabels: Record<State, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  changed: "Unpublished changes",
  archived: "Archived",
};

const stateSigns = {
  draft: CircleDashed,
  scheduled: Clock3,
  published: Full,
  changed: CircleDot,
  archived: Archive,
};

/** One sign and one word for where an entry stands, the same everywhere. */
export function StateBadge({ state }: { state: State }) {
  return (
    <Badge Sign={stateSigns[state]} tone={`st-${state}`}>
      {stateLabels[state]}
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
