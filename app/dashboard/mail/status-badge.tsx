import { Ban, CirclePause, Clock3, FolderDown, Send, TriangleAlert } from "lucide-react";
import type { MailStatus } from "#app/mail/outbox/list-mail.ts";
import { Badge } from "../parts/badge.tsx";
import { mailStatusWords } from "./labels.ts";

const looks = {
  waiting: { Sign: Clock3, tone: "fresh" },
  held: { Sign: CirclePause, tone: "slow" },
  sent: { Sign: Send, tone: "good" },
  kept: { Sign: FolderDown, tone: "still" },
  dead: { Sign: TriangleAlert, tone: "wrong" },
  dropped: { Sign: Ban, tone: "still" },
};

interface StatusBadgeProps {
  status: MailStatus;
  /** Whether it is on its way this moment. */
  isInHand: boolean;
}

/** One sign and one word for where a mail stands. */
export function MailStatusBadge({ status, isInHand }: StatusBadgeProps) {
  return <Badge {...looks[status]}>{isInHand ? "Sending" : mailStatusWords[status]}</Badge>;
}
