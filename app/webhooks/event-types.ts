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
export const eventWords: Record<EventType, string> = {
  "entry.published": "An entry was published",
  "entry.changed": "A published entry was changed",
  "entry.unpublished": "An entry was unpublished",
  "lead.received": "A message or call request came in",
  "lead.changed": "A message or call request was worked on",
  "subscriber.confirmed": "Somebody subscribed to the newsletter",
  "subscriber.unsubscribed": "Somebody unsubscribed",
};

/** Of a row, those that this version knows. */
export function readEventTypes(stored: string): EventType[] {
  const given = stored.split(" ");
  return eventTypes.filter((type) => given.includes(type));
}
