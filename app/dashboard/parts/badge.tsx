import {
  Ban,
  CircleCheck,
  CirclePause,
  Clock3,
  Flag,
  FolderDown,
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
import type { BadgePiece, SignName } from "#app/resources/cell.ts";

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
