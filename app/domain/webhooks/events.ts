import type { Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";

/** Payload of an event: ids only, without personal data. */
export interface EventData {
  /** Id of the entry, lead or subscriber. */
  id: string;
  /** Kind of the entry or the lead. */
  kind?: string;
  /** Public reference of a lead or a subscriber. */
  reference?: string;
  /** Public path of an entry; sent as an absolute URL. */
  path?: string;
  /** Names of the changed fields. */
  changed?: readonly string[];
}

/** Tag that a transaction invalidates to wake the senders of every instance. */
export const webhookTag = "webhooks";

/**
 * Queues an event for every webhook subscribed to it, in the transaction of its cause.
 * @param describe called only if a webhook is subscribed; null cancels the event
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
  const subscribed = webhooks.filter(({ events }) => readEventTypes(events).includes(type));
  if (subscribed.length === 0) return;
  const data = await describe();
  if (data === null) return;
  const event = { id: newId(), type, data: JSON.stringify(data) };
  for (const { id } of subscribed) await queueDelivery(tx, id, event, now);
}

interface QueuedEvent {
  /** Event id: the same for every webhook and every attempt. */
  id: string;
  type: EventType | typeof testEvent;
  /** As JSON. */
  data: string;
  /** Time of the event; now, unless it is sent again. */
  at?: string;
}

/** Queues one event for one webhook; returns the delivery's id. */
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
  tx.invalidate(webhookTag);
  return row.id;
}

/** Events that webhooks can subscribe to. */
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

/** Sent on an admin's request, independent of subscriptions. */
export const testEvent = "webhook.test";

/** Labels in the dashboard. */
export const eventLabels: Record<EventType, string> = {
  "entry.published": "An entry was published",
  "entry.changed": "A published entry was changed",
  "entry.unpublished": "An entry was unpublished",
  "lead.received": "A message or call request came in",
  "lead.changed": "A message or call request was updated",
  "subscriber.confirmed": "Somebody subscribed to the newsletter",
  "subscriber.unsubscribed": "Somebody unsubscribed",
};

/** Parses the stored event types; omits unknown ones. */
export function readEventTypes(stored: string): EventType[] {
  const given = stored.split(" ");
  return eventTypes.filter((type) => given.includes(type));
}
