import type { MailStatus } from "#app/domain/mail/outbox/handle-mail.ts";
import type { BadgePiece } from "../definition.ts";

const badges: Record<MailStatus, BadgePiece> = {
  waiting: { badge: "Waiting", sign: "clock-3", tone: "fresh" },
  scheduled: { badge: "Paused", sign: "circle-pause", tone: "slow" },
  sent: { badge: "Accepted", sign: "send", tone: "good" },
  stored: { badge: "Not sent (no mail server)", sign: "folder-down", tone: "still" },
  failed: { badge: "Failed", sign: "triangle-alert", tone: "wrong" },
  cancelled: { badge: "Cancelled", sign: "ban", tone: "still" },
};

/** @param isInHand whether it is being sent now */
export function mailBadge(status: MailStatus, isInHand = false): BadgePiece {
  return isInHand ? { ...badges[status], badge: "Sending" } : badges[status];
}

/** Shown instead of "sent" without a mail server. */
export const notSent = "Not sent: no mail server is set. Kept in Mail.";

/** Name and trigger of each mail template. */
export const templateLabels: Record<string, readonly [name: string, when: string]> = {
  verify: ["Confirm e-mail address", "Somebody signed up for an account"],
  "already-registered": ["Account exists", "Somebody signed up with an address that has an account"],
  welcome: ["Welcome", "An account was confirmed"],
  invited: ["Invitation", "An admin invited a person"],
  reset: ["Reset password", "Somebody forgot their password"],
  "password-changed": ["Password changed", "A password was changed"],
  "email-change-old": ["E-mail change, old address", "To the address that will be replaced"],
  "email-change-new": ["E-mail change, new address", "To the address that will replace it"],
  "email-changed": ["E-mail changed", "The change is complete"],
  "new-device": ["New device", "A sign-in from a device not seen before"],
  "credential-changed": [
    "Sign-in method changed",
    "A passkey, two-factor authentication or a linked account was added or removed",
  ],
  "role-changed": ["Role changed", "An admin changed a person’s role"],
  "webhook-off": ["Webhook turned off", "A webhook accepted nothing for days"],
  "account-closed": ["Account closed or reopened", "An admin banned a person, or ended the ban"],
  "deletion-asked": ["Account deletion requested", "Somebody asked to delete their account"],
  deleted: ["Account deleted", "The account and its data were deleted"],
  "confirm-newsletter": ["Confirm newsletter", "Somebody subscribed to the newsletter"],
  "known-reader": ["Already subscribed", "Somebody subscribed who is subscribed already"],
  "lead-receipt": ["Receipt", "A message or call request came in, if receipts are on"],
  "lead-reply": ["Reply", "Staff replied from the inbox"],
  "backup-failed": ["Backup failed", "A backup could not be made, or failed its proof"],
  increments: ["Changes between backups", "They can’t be stored, or are stored again"],
  "mail-surge": ["Unusually many forms", "Forms of the site caused very many e-mails in an hour"],
  notice: ["Staff notification", "Something came in, or an e-mail failed"],
  canary: ["Test message", "The site checks that messages arrive, and says when they don’t"],
  test: ["Test", "Staff sent a test"],
  newsletter: ["Newsletter", "Written in Newsletter"],
};

export function nameTemplate(template: string): string {
  return templateLabels[template]?.[0] ?? template;
}
