import Ban from "lucide-react/icons/ban";
import CircleDashed from "lucide-react/icons/circle-dashed";
import CircleDot from "lucide-react/icons/circle-dot";
import Clock3 from "lucide-react/icons/clock-3";
import MailX from "lucide-react/icons/mail-x";
import Pause from "lucide-react/icons/pause";
import Send from "lucide-react/icons/send";
import type { CampaignFigures, CampaignState } from "#app/domain/newsletter/campaign.ts";
import { Badge } from "../parts/badge.tsx";

const campaignStateLabels: Record<CampaignState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Sending",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Cancelled",
};

const stateBadges = {
  draft: { Icon: CircleDashed, tone: "still" },
  scheduled: { Icon: Clock3, tone: "slow" },
  sending: { Icon: CircleDot, tone: "fresh" },
  paused: { Icon: Pause, tone: "slow" },
  sent: { Icon: Send, tone: "good" },
  cancelled: { Icon: Ban, tone: "still" },
};

interface CampaignBadgeProps {
  state: CampaignState;
  /** Delivery figures; undefined for a draft. */
  figures?: CampaignFigures;
}

/** Icon and word for the state of a newsletter. */
export function CampaignBadge({ state, figures }: CampaignBadgeProps) {
  if (state === "sent" && figures && isUnsent(figures))
    return (
      <Badge Icon={MailX} tone="slow">
        Not sent (no mail server)
      </Badge>
    );
  return <Badge {...stateBadges[state]}>{campaignStateLabels[state]}</Badge>;
}

/** Number of readers with a completed attempt. */
export function countDone({
  sent,
  stored,
  failed,
  cancelled,
}: Omit<CampaignFigures, "unsubscribed">): number {
  return sent + stored + failed + cancelled;
}

/** Whether no mail was sent because no mail server is configured. */
export function isUnsent({ sent, stored }: CampaignFigures): boolean {
  return sent === 0 && stored > 0;
}

/** Progress of sending, such as "312 of 1,204 accepted by your mail server, 3 failed". */
export function formatProgress({ total, sent, stored, failed, cancelled }: CampaignFigures): string {
  const rest = [
    stored > 0 && `${count(stored)} not sent (no mail server)`,
    failed > 0 && `${count(failed)} failed`,
    cancelled > 0 && `${count(cancelled)} no longer subscribed`,
  ].filter(Boolean);
  return [`${count(sent)} of ${count(total)} accepted by your mail server`, ...rest].join(", ");
}

/** Approximate sending time: "a minute at most", "about 12 minutes", "about 3 hours". */
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
