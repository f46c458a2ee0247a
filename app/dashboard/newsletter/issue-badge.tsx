import { Ban, CircleDashed, CircleDot, Clock3, Pause, Send } from "lucide-react";
import type { IssueState } from "#app/newsletter/issue.ts";
import { Badge } from "../parts/badge.tsx";

export const issueWords: Record<IssueState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
};

const looks = {
  draft: { Sign: CircleDashed, tone: "still" },
  scheduled: { Sign: Clock3, tone: "slow" },
  sending: { Sign: CircleDot, tone: "fresh" },
  paused: { Sign: Pause, tone: "slow" },
  sent: { Sign: Send, tone: "good" },
  cancelled: { Sign: Ban, tone: "still" },
};

/** One sign and one word for where a newsletter stands. */
export function IssueBadge({ state }: { state: IssueState }) {
  return <Badge {...looks[state]}>{issueWords[state]}</Badge>;
}
