import type { LucideIcon } from "lucide-react";
import Archive from "lucide-react/icons/archive";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleDot from "lucide-react/icons/circle-dot";
import CirclePause from "lucide-react/icons/circle-pause";
import Clock3 from "lucide-react/icons/clock-3";
import Flag from "lucide-react/icons/flag";
import FolderDown from "lucide-react/icons/folder-down";
import ListFilter from "lucide-react/icons/list-filter";
import LogOut from "lucide-react/icons/log-out";
import MailX from "lucide-react/icons/mail-x";
import Mails from "lucide-react/icons/mails";
import Send from "lucide-react/icons/send";
import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import Upload from "lucide-react/icons/upload";
import UserPlus from "lucide-react/icons/user-plus";
import type { ComponentType, ReactNode } from "react";
import type { BadgePiece, ListIconName } from "#app/ops/resources/definition.ts";
import type { State } from "#app/platform/database/tables/content.ts";

export interface BadgeLook {
  Icon: ComponentType<{ "aria-hidden"?: boolean }>;
  /** CSS class of the colours. */
  tone: string;
}

/** Icon and word for a state. */
export function Badge({ Icon, tone, children }: BadgeLook & { children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}

export const icons: Record<ListIconName, LucideIcon> = {
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

/** Badge described by data of a list. */
export function StatusBadge({ badge, sign, tone }: BadgePiece) {
  const Icon = sign && icons[sign];
  return (
    <span className={`badge ${tone}`}>
      {Icon && <Icon aria-hidden />}
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

const stateIcons = {
  draft: CircleDashed,
  scheduled: Clock3,
  published: Full,
  changed: CircleDot,
  archived: Archive,
};

/** Icon and word for the state of an entry. */
export function StateBadge({ state }: { state: State }) {
  return (
    <Badge Icon={stateIcons[state]} tone={`st-${state}`}>
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
