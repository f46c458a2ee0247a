import { type Database, type Writing, write } from "#app/database/database.ts";
import { newId, newLinkKey } from "#app/platform/id.ts";
import { emailKey } from "#app/text/email.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import { newReference } from "../intake/reference.ts";
import { announceSubscriber } from "../notices/subscriber.ts";
import { confirmDays } from "./letters.ts";
import { freshSubscription } from "./subscriber.ts";

export interface Confirmation {
  /** Done: it was pressed before, and holds. Gone: it has run out, or is no link of ours. */
  state: "ready" | "done" | "gone";
  /** Empty when it is gone. */
  email: string;
}

/** What the link in a letter stands for; looking changes nothing, since mail scanners open links. */
export async function readConfirmation({ query }: Database, key: string, now: Date): Promise<Confirmation> {
  const row = await query
    .selectFrom("subscribers")
    .select(["email", "status", "updated_at"])
    .where("confirm_key", "=", key)
    .executeTakeFirst();
  if (row?.status === "confirmed") return { state: "done", email: row.email };
  if (row?.status !== "pending" || row.updated_at <= oldest(now)) return { state: "gone", email: "" };
  return { state: "ready", email: row.email };
}

/** The owner of the mailbox says yes. Answers false when the link stands for nothing any more; a second yes is one. */
export async function confirmSubscription(db: Database, key: string, now: Date): Promise<boolean> {
  return write(db, async (tx) => {
    const at = now.toISOString();
    const confirmed = await tx.query
      .updateTable("subscribers")
      .set({ status: "confirmed", confirmed_at: at, confirmed_by: "link", updated_at: at })
      .where("confirm_key", "=", key)
      .where("status", "=", "pending")
      .where("updated_at", ">", oldest(now))
      .returning(["id", "reference"])
      .executeTakeFirst();
    if (confirmed) {
      await queueEvent(tx, "subscriber.confirmed", () => confirmed, now);
      await announceSubscriber(tx, confirmed.id, now);
    }
    return (await readConfirmation(tx, key, now)).state === "done";
  });
}

function oldest(now: Date): string {
  return new Date(now.getTime() - confirmDays * 86_400_000).toISOString();
}

/** What proves an address beside its own link. */
export interface ConsentProof {
  /** The sentence agreed to, as shown. */
  consentText: string;
  by: "account" | "import";
  sourcePath: string;
  network: string;
  userAgent: string;
  /** When it was agreed to. */
  consentedAt: string;
  now: Date;
}

/** Subscribes an address that is proven already: there is nothing left to confirm. */
export async function subscribeProven(tx: Writing, email: string, proof: ConsentProof): Promise<void> {
  const at = proof.now.toISOString();
  const given = {
    ...freshSubscription(proof.consentedAt),
    status: "confirmed" as const,
    confirmed_at: at,
    confirmed_by: proof.by,
    updated_at: at,
    consent_text: proof.consentText,
    source_path: proof.sourcePath,
    network: proof.network,
    user_agent: proof.userAgent,
    spam_reasons: "",
  };
  const known = await tx.query
    .updateTable("subscribers")
    .set(given)
    .where("email_key", "=", emailKey(email))
    .returning(["id", "reference"])
    .executeTakeFirst();
  const named = known ?? { id: newId(), reference: newReference() };
  await queueEvent(tx, "subscriber.confirmed", () => named, proof.now);
  if (known) return;
  await tx.query
    .insertInto("subscribers")
    .values({
      ...named,
      email,
      email_key: emailKey(email),
      leave_key: newLinkKey(),
      idempotency_key: null,
      fingerprint: "",
      created_at: at,
      ...given,
    })
    .execute();
}
