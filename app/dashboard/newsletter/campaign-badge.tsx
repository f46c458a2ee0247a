import { Ban, CircleDashed, CircleDot, Clock3, MailX, Pause, Send } from "lucide-react";
import type { CampaignFigures, CampaignState } from "#app/newsletter/campaign.ts";
import { Badge } from "../parts/badge.tsx";
import { isUnsent } from "./format-progress.ts";

export const issueWords: Record<CampaignState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
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

interface IssueBadgeProps {
  state: CampaignState;
  /** What became of it; a draft has none. */
  figures?: CampaignFigures;
}

/** One sign and one word for where a newsletter stands. */
export function IssueBadge({ state, figures }: IssueBadgeProps) {
  if (state === "sent" && figures && isUnsent(figures))
    return (
      <Badge Sign={MailX} tone="slow">
        Not sent (no mail server)
      </Badge>
    );
  return <Badge {...looks[state]}>{issueWords[state]}</Badge>;
}
