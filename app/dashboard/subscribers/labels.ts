import type { ListedSubscriber } from "./present.ts";

export const statusWords: Record<ListedSubscriber["status"], string> = {
  confirmed: "Subscribed",
  pending: "Pending",
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Complained",
  spam: "Spam",
};

export const confirmedWords: Record<ListedSubscriber["confirmedBy"], string> = {
  "": "",
  link: "by the link we e-mailed",
  account: "by their account",
  import: "by an import",
};

export const endedWords: Record<ListedSubscriber["endedBy"], string> = {
  "": "",
  link: "by the link in an e-mail",
  "one-click": "by the button of their mail app",
  account: "in their profile",
  staff: "by staff",
  "mail-server": "by the mail server",
};

/** "1 address", "3 addresses". */
export function sayAddresses(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "address" : "addresses"}`;
}
