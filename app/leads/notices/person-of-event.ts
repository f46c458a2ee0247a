import type { Database } from "#app/database/database.ts";
import type { EventData } from "#app/webhooks/events.ts";

/** How the person is reached that an event is about, as it is known now; null for nobody, and for who was erased. */
export async function readPersonOfEvent(
  { query }: Database,
  type: string,
  { id }: EventData,
): Promise<Record<string, string> | null> {
  if (type.startsWith("lead.")) {
    const lead = await query
      .selectFrom("leads")
      .select(["name", "email", "phone", "company"])
      .where("id", "=", id)
      .where("erased_at", "is", null)
      .executeTakeFirst();
    return lead ?? null;
  }
  if (!type.startsWith("subscriber.")) return null;
  const reader = await query
    .selectFrom("subscribers")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirst();
  return reader ?? null;
}
