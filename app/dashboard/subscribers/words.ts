import type { ListedSubscriber } from "./present.ts";

export const statusWords: Record<ListedSubscriber["status"], string> = {
  confirmed: "Gets it",
  pending: "To confirm",
  unsubscribed: "Left",
  bounced: "Bounced",
  complained: "Complained",
  spam: "Spam",
};

export const confirmedWords: Record<ListedSubscriber["confirmedBy"], string> = {
  "": "",
  link: "by the link we mailed",
  account: "by their account",
  import: "by an import",
};

export const endedWords: Record<ListedSubscriber["endedBy"], string> = {
  "": "",
  link: "by the link in a letter",
  "one-click": "by the button of their mail program",
  account: "in their profile",
  staff: "by one of you",
  "mail-server": "by what the mail server said",
};

/** "1 address", "3 addresses". */
export function sayAddresses(count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? "address" : "addresses"}`;
}
