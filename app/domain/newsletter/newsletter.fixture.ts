import { subscribeVerified } from "#app/domain/newsletter/subscribers/subscribe.ts";
import type { Subscriber } from "#app/domain/newsletter/subscribers/subscriber.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { type Database, write } from "#app/platform/database/database.ts";
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

/** Creates confirmed readers `m0@x.example` and so on; returns all readers in sending order. */
export async function someReaders(
  db: Database,
  count: number,
  { now = noon, first = 0 } = {},
): Promise<Subscriber[]> {
  const consent = { consentText: "Send it to me.", sourcePath: "/newsletter", network: "", userAgent: "" };
  await write(db, async (tx) => {
    for (let n = first; n < first + count; n += 1)
      await subscribeVerified(tx, `m${n}@x.example`, {
        ...consent,
        by: "account",
        consentedAt: now.toISOString(),
        now,
      });
  });
  return db.query.selectFrom("subscribers").selectAll().orderBy("id").execute();
}

/** Creates a newsletter in sending, with its first readers queued. */
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

/** Records queued mail as sent, without a mail server. */
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
