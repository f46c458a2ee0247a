import { endSubscription } from "#app/domain/newsletter/subscribers/change.ts";
import type { Subscriber } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { type Database, write } from "#app/platform/database/database.ts";

/** Contents of an unsubscribe link. */
export interface UnsubscribeLink {
  /** Unsubscribe token of the reader. */
  key: string;
  /** Id of the newsletter that contains the link; empty for other mail. */
  campaign: string;
}

/** Finds the subscriber of a link; null for an unknown key. Changes nothing, since mail scanners open links. */
export async function readUnsubscribeLink(
  db: Database,
  { key }: UnsubscribeLink,
): Promise<{ email: string; hasLeft: boolean } | null> {
  const row = await findByToken(db, key);
  return row && { email: row.email, hasLeft: row.status === "unsubscribed" || row.status === "complained" };
}

/** Unsubscribes a reader, by the page or by one click (RFC 8058). Returns false for an unknown key; repeats have no effect. */
export async function unsubscribe(
  db: Database,
  { key, campaign }: UnsubscribeLink,
  { by, now }: { by: "link" | "one-click"; now: Date },
): Promise<boolean> {
  return write(db, async (tx) => {
    const row = await findByToken(tx, key);
    if (!row) return false;
    const isNew = await endSubscription(tx, row, { status: "unsubscribed", by, now });
    if (isNew && campaign !== "")
      await tx.query
        .updateTable("newsletters")
        .set((eb) => ({ unsubscribed: eb("unsubscribed", "+", 1) }))
        .where("id", "=", campaign)
        .execute();
    return true;
  });
}

async function findByToken({ query }: Database, key: string): Promise<Subscriber | null> {
  if (!/^[\w-]{22}$/.test(key)) return null;
  const row = await query
    .selectFrom("subscribers")
    .selectAll()
    .where("unsubscribe_token", "=", key)
    .executeTakeFirst();
  return row ?? null;
}
