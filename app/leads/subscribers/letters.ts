import type { Writing } from "#app/database/database.ts";
import { type OutgoingMail, queueMail } from "#app/mail/outbox/outbox.ts";
import type { Subscriber } from "./subscriber.ts";

/** How long the link in a letter proves an address. */
export const confirmDays = 7;

type Asked = Pick<Subscriber, "email" | "confirm_key">;

/** Without their own yes nobody gets the newsletter: an address can be typed by anyone. */
export async function askToConfirm(tx: Writing, asked: Asked, now: Date): Promise<void> {
  await queueMail(tx, confirmLetter(asked, now), now);
}

export function confirmLetter({ email, confirm_key }: Asked, from: Date): OutgoingMail {
  return {
    to: email,
    mail: { template: "confirm-newsletter", name: "", key: confirm_key },
    expiresAt: new Date(from.getTime() + confirmDays * 86_400_000),
  };
}

/** The page says the same to everybody; only the mailbox learns that it gets the newsletter already. */
export async function tellKnown(
  tx: Writing,
  { email, leave_key }: Pick<Subscriber, "email" | "leave_key">,
  now: Date,
): Promise<void> {
  await queueMail(tx, { to: email, mail: { template: "known-reader", name: "", key: leave_key } }, now);
}
