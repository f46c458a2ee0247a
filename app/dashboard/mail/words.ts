import type { MailStatus } from "#app/mail/list-mail.ts";

export const mailStatusWords: Record<MailStatus, string> = {
  waiting: "Waiting",
  held: "Held back",
  sent: "Sent",
  kept: "Kept here",
  dead: "Given up",
  dropped: "Not sent",
};

/** What a kind of mail is called, and when it goes out. */
export const templateWords: Record<string, readonly [name: string, when: string]> = {
  verify: ["Confirm the address", "Somebody asked for an account"],
  "already-registered": ["Account exists", "Somebody asked for an account that is there already"],
  welcome: ["Welcome", "An address is confirmed and the account open"],
  invited: ["Invitation", "An admin invited somebody"],
  reset: ["New password", "Somebody forgot their password"],
  "password-changed": ["Password changed", "A password was changed"],
  "email-change-old": ["Address changes, old", "To the address that is to be given up"],
  "email-change-new": ["Address changes, new", "To the address that is to take its place"],
  "email-changed": ["Address changed", "The change is done"],
  "new-device": ["New device", "A sign-in from a device not seen before"],
  "credential-changed": ["Way in changed", "A passkey, second step or linked account came or went"],
  "role-changed": ["Role changed", "An admin changed what somebody may do"],
  "deletion-asked": ["Deletion asked", "Somebody asked for their account to be deleted"],
  deleted: ["Account deleted", "The account and what belonged to it are gone"],
  "confirm-newsletter": ["Confirm the newsletter", "Somebody asked for the newsletter"],
  "known-reader": ["Already a reader", "Somebody asked for it who gets it already"],
  "lead-thanks": ["Receipt", "A message or call request came in, where the rules say so"],
  "lead-reply": ["Reply", "One of you answers from the inbox"],
  notice: ["Notice to staff", "Something came in, or a mail was given up"],
  test: ["Test", "One of you asked for it here"],
  newsletter: ["Newsletter", "Written under Newsletter"],
};

export function nameTemplate(template: string): string {
  return templateWords[template]?.[0] ?? template;
}
