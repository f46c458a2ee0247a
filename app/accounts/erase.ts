import type { Writing } from "#app/database/database.ts";
import { write } from "#app/database/database.ts";
import { eraseLeadsOf } from "#app/leads/erase-leads.ts";
import { forgetMail, queueMail } from "#app/mail/outbox.ts";
import { type Circumstances, recordEvent } from "./circumstances.ts";
import { listAdmins } from "./last-admin.ts";
import type { World } from "./parts.ts";
import type { User } from "./people.ts";

/** Erases the accounts whose time to think again is over; answers how many. */
export async function eraseDue(world: World, here: Circumstances): Promise<number> {
  const due = await world.db.query
    .selectFrom("users")
    .selectAll()
    .where("deletes_at", "<=", here.at)
    .execute();
  for (const { id } of due) await write(world.db, (tx) => eraseIfDue(tx, here, id));
  return due.length;
}

/** What the person withdrew meanwhile stays. */
async function eraseIfDue(tx: Writing, here: Circumstances, id: string): Promise<void> {
  await tx.engine.lock(tx.query, "admins");
  const user = await tx.query
    .selectFrom("users")
    .selectAll()
    .where("id", "=", id)
    .where("deletes_at", "<=", here.at)
    .executeTakeFirst();
  if (user && !(user.role === "admin" && (await listAdmins(tx)).length === 0)) await erase(tx, here, user);
}

/**
 * Everything that names a person goes. The record of deeds stays, under an id that means nothing any more; what they asked
 * the company stays as a fact without its words.
 */
async function erase(tx: Writing, here: Circumstances, user: User): Promise<void> {
  await forgetMail(tx, user.id, [user.email]);
  await eraseLeadsOf(tx, user.email_key, here.now);
  await tx.query.deleteFrom("subscribers").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("registrations").where("email_key", "=", user.email_key).execute();
  await tx.query.deleteFrom("invitations").where("email_key", "=", user.email_key).execute();
  // Ways in, sessions, photo, codes and proofs go with the person's row.
  await tx.query.deleteFrom("users").where("id", "=", user.id).execute();
  await recordEvent(tx, here, { actor: "schedule", action: "account-erased", subject: user.id });
  await queueMail(tx, { to: user.email, mail: { template: "deleted", name: user.name } }, here.now);
}
