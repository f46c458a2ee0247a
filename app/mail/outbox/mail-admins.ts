import type { Writing } from "#app/database/database.ts";
import type { MailContent } from "#app/mail/templates/mail-content.ts";
import { queueMail } from "./outbox.ts";

/** Tells everybody who can act as an admin and will go on to, each by name. */
export async function mailAdmins(
  tx: Writing,
  now: Date,
  write: (name: string) => MailContent,
): Promise<void> {
  const admins = await tx.query
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("role", "=", "admin")
    .where("banned", "=", 0)
    .where("deletes_at", "is", null)
    .execute();
  for (const { id, name, email } of admins)
    await queueMail(tx, { to: email, personId: id, mail: write(name) }, now);
}
