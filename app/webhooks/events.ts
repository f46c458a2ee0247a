import type { Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";

/** What a program is told: nothing of anybody but what names the record. */
export interface EventData {
  /** Of the entry, lead or subscriber. */
  id: string;
  /** Kind of the entry or the lead. */
  kind?: string;
  /** The number that a lead or a subscriber is quoted by. */
  reference?: string;
  /** Public path of an entry; it is sent as a whole address. */
  path?: string;
  /** Names of the fields that are not what they were. */
  changed?: readonly string[];
}

/** What a transaction touches to wake the senders of every instance. */
export const webhookLabel = "webhooks";

/**
 * Tells every webhook that wants to hear of it, in the transaction of its cause.
 * @param describe asked only when there is such a webhook; null for what turns out to be nothing
 */
export async function queueEvent(
  tx: Writing,
  type: EventType,
  describe: () => EventData | null | Promise<EventData | null>,
  now: Date,
): Promise<void> {
  const webhooks = await tx.query
    .selectFrom("webhooks")
    .select(["id", "events"])
    .where("disabled_at", "is", null)
    .execute();
  const listening = webhooks.filter(({ events }) => readEventTypes(events).includes(type));
  if (listening.length === 0) return;
  const data = await describe();
  if (data === null) return;
  const event = { id: newId(), type, data: JSON.stringify(data) };
  for (const { id } of listening) await queueDelivery(tx, id, event, now);
}

interface QueuedEvent {
  /** The same for every webhook and each time it is sent. */
  id: string;
  type: EventType | typeof testEvent;
  /** As JSON. */
  data: string;
  /** When it came about; now, unless it is sent again. */
  at?: string;
}

/** Puts one event for one webhook among what waits; answers the delivery's id. */
export async function queueDelivery(
  tx: Writing,
  webhookId: string,
  event: QueuedEvent,
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const row = {
    id: newId(),
    webhook_id: webhookId,
    event_id: event.id,
    type: event.type,
    data: event.data,
    happened_at: event.at ?? at,
    status: "waiting" as const,
    attempts: 0,
    next_attempt_at: at,
    claimed_until: null,
    answer_status: null,
    duration_ms: null,
    last_error: "",
    created_at: at,
    finished_at: null,
  };
  await tx.query.insertInto("webhook_deliveries").values(row).execute();
  tx.invalidate(webhookLabel);
  return row.id;
}

/** What other programs can be told of. */
export const eventTypes = [
  "entry.published",
  "entry.changed",
  "entry.unpublished",
  "lead.received",
  "lead.changed",
  "subscriber.confirmed",
  "subscriber.unsubscribed",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Sent when an admin asks for it, whatever else a webhook wants. */
export const testEvent = "webhook.test";

/** For whoever chooses them. */
export const eventLabels: Record<EventType, string> = {
  "entry.published": "An entry was published",
  "entry.changed": "A published entry was changed",
  "entry.unpublished": "An entry was unpublished",
  "lead.received": "A message or call request came in",
  "lead.changed": "A message or call request was updated",
  "subscriber.confirmed": "Somebody subscribed to the newsletter",
  "subscriber.unsubscribed": "Somebody unsubscribed",
};

/** Of a row, those that this version knows. */
export function readEventTypes(stored: string): EventType[] {
  const given = stored.split(" ");
  return eventTypes.filter((type) => given.includes(type));
}
