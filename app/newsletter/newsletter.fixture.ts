import { type Database, write } from "#app/database/database.ts";
import { subscribeProven } from "#app/leads/subscribers/subscribe.ts";
import type { Subscriber } from "#app/leads/subscribers/subscriber.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { createCampaign } from "./campaigns.ts";
import { enqueueCampaigns } from "./enqueue.ts";
import { scheduleCampaign } from "./send.ts";

export const noon = new Date("2026-03-01T12:00:00.000Z");
export const actor = { id: "editor-1", requestId: "test" };
export const actionContext = { actor, now: noon };

export function secondsLater(seconds: number): Date {
  return new Date(noon.getTime() + seconds * 1000);
}

export function aBody(text = "The looms are running again."): RichText {
  return { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] };
}

export function aCampaign(db: Database, part: Record<string, unknown> = {}): Promise<string> {
  const input = { subject: "News from the loom", body: aBody(), ...part };
  return write(db, (tx) => createCampaign(tx, input, actionContext));
}

/** Readers whose addresses are proven, `m0@x.example` and so on; answers all there are, in the order they are written to. */
export async function someReaders(
  db: Database,
  count: number,
  { now = noon, first = 0 } = {},
): Promise<Subscriber[]> {
  const said = { consentText: "Send it to me.", sourcePath: "/newsletter", network: "", userAgent: "" };
  await write(db, async (tx) => {
    for (let n = first; n < first + count; n += 1)
      await subscribeProven(tx, `m${n}@x.example`, {
        ...said,
        by: "account",
        consentedAt: now.toISOString(),
        now,
      });
  });
  return db.query.selectFrom("subscribers").selectAll().orderBy("id").execute();
}

/** A newsletter on its way: begun, and its first readers queued. */
export async function aSending(db: Database, { readers = 10, perMinute = 60 } = {}): Promise<string> {
  await someReaders(db, readers);
  const id = await aCampaign(db);
  await write(db, (tx) => scheduleCampaign(tx, id, noon, actionContext));
  await enqueueCampaigns(db, { now: noon, perMinute });
  return id;
}

export function queuedFor(db: Database, batch: string) {
  return db.query.selectFrom("outbox").selectAll().where("batch", "=", batch).orderBy("id").execute();
}

/** As the sender does, without its connection to a mail server. */
export async function markSent(
  db: Database,
  batch: string,
  status: "sent" | "stored" | "failed" = "sent",
): Promise<void> {
  await db.query
    .updateTable("outbox")
    .set({ status, attempts: 1 })
    .where("batch", "=", batch)
    .where("status", "=", "waiting")
    .execute();
}
