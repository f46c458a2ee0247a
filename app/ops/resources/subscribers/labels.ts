import type { Subscriber } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { formatExactCount } from "#app/lib/text/counts.ts";
import type { BadgePiece, LinkTabs } from "../definition.ts";

export const subscriberBadges: Record<Subscriber["status"], BadgePiece> = {
  confirmed: { badge: "Subscribed", sign: "circle-check", tone: "good" },
  pending: { badge: "Pending", sign: "clock-3", tone: "slow" },
  unsubscribed: { badge: "Unsubscribed", sign: "log-out", tone: "still" },
  bounced: { badge: "Bounced", sign: "mail-x", tone: "wrong" },
  complained: { badge: "Complained", sign: "flag", tone: "wrong" },
  spam: { badge: "Spam", sign: "shield-alert", tone: "still" },
};

export const confirmedLabels: Record<Subscriber["confirmed_by"], string> = {
  "": "",
  link: "by the link we e-mailed",
  account: "by their account",
  import: "by an import",
};

export const endedLabels: Record<Subscriber["ended_by"], string> = {
  "": "",
  link: "by the link in an e-mail",
  "one-click": "by the button of their mail app",
  account: "in their profile",
  staff: "by staff",
  "mail-server": "by the mail server",
};

/** "1 address", "3 addresses". */
export function formatAddresses(count: number): string {
  return formatExactCount(count, "address", "addresses");
}

/** Tabs of the "Newsletter" section. */
export function linkNewsletterTabs(current: "issues" | "subscribers"): LinkTabs {
  return {
    label: "Newsletter",
    links: [
      { name: "Issues", to: "/dashboard/newsletter", isCurrent: current === "issues" },
      { name: "Subscribers", to: "/dashboard/call", isCurrent: current === "subscribers" },
    ],
  };
}
