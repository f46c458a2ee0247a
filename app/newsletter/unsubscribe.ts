import { type Database, write } from "#app/database/database.ts";
import { endSubscription } from "#app/leads/subscribers/change.ts";
import type { Subscriber } from "#app/leads/subscribers/subscriber.ts";

/** What a link by which a reader leaves stands for. */
export interface UnsubscribeLink {
  /** As it stands in the link. */
  key: string;
  /** The newsletter it stood in; empty for another mail. */
  campaign: string;
}

/** Whose link it is, and whether they have left; null for none of ours. Looking changes nothing: mail scanners open links. */
export async function readUnsubscribeLink(
  db: Database,
  { key }: UnsubscribeLink,
): Promise<{ email: string; hasLeft: boolean } | null> {
  const row = await find(db, key);
  return row && { email: row.email, hasLeft: row.status === "unsubscribed" || row.status === "complained" };
}

/** The reader leaves, by the page or by their mail program's button (RFC 8058). Answers false for no link of ours; done twice it is done. */
export async function unsubscribe(
  db: Database,
  { key, campaign }: UnsubscribeLink,
  { by, now }: { by: "link" | "one-click"; now: Date },
): Promise<boolean> {
  return write(db, async (tx) => {
    const row = await find(tx, key);
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

async function find({ query }: Database, key: string): Promise<Subscriber | null> {
  if (!/^[\w-]{22}$/.test(key)) return null;
  const row = await query
    .selectFrom("subscribers")
    .selectAll()
    .where("unsubscribe_token", "=", key)
    .executeTakeFirst();
  return row ?? null;
}
