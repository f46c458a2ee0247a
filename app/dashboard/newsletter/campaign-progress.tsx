import { Ban, CircleDashed, CircleDot, Clock3, MailX, Pause, Send } from "lucide-react";
import type { CampaignFigures, CampaignState } from "#app/newsletter/campaign.ts";
import { Badge } from "../parts/badge.tsx";

const campaignStateLabels: Record<CampaignState, string> = {
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

interface CampaignBadgeProps {
  state: CampaignState;
  /** What became of it; a draft has none. */
  figures?: CampaignFigures;
}

/** One sign and one word for where a newsletter stands. */
export function CampaignBadge({ state, figures }: CampaignBadgeProps) {
  if (state === "sent" && figures && isUnsent(figures))
    return (
      <Badge Sign={MailX} tone="slow">
        Not sent (no mail server)
      </Badge>
    );
  return <Badge {...looks[state]}>{campaignStateLabels[state]}</Badge>;
}

/** How many of its readers have been tried. */
export function countDone({
  sent,
  stored,
  failed,
  cancelled,
}: Omit<CampaignFigures, "unsubscribed">): number {
  return sent + stored + failed + cancelled;
}

/** Whether it reached nobody because no mail server was set. */
export function isUnsent({ sent, stored }: CampaignFigures): boolean {
  return sent === 0 && stored > 0;
}

/** How far the sending is: "312 of 1,204 accepted by your mail server, 3 failed". */
export function formatProgress({ total, sent, stored, failed, cancelled }: CampaignFigures): string {
  const rest = [
    stored > 0 && `${count(stored)} not sent (no mail server)`,
    failed > 0 && `${count(failed)} failed`,
    cancelled > 0 && `${count(cancelled)} no longer subscribed`,
  ].filter(Boolean);
  return [`${count(sent)} of ${count(total)} accepted by your mail server`, ...rest].join(", ");
}

/** About how long so many mails take: "less than a minute", "12 minutes", "3 hours". */
export function formatDuration(mails: number, perMinute: number): string {
  const minutes = Math.ceil(mails / Math.max(1, perMinute));
  if (minutes <= 1) return "a minute at most";
  if (minutes < 100) return `about ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return `about ${hours} hours`;
}

/** "1 reader", "1,204 readers". */
export function formatReaders(readers: number): string {
  return `${count(readers)} ${readers === 1 ? "reader" : "readers"}`;
}

function count(many: number): string {
  return many.toLocaleString("en");
}
