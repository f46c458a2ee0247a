import type { Writing } from "#app/database/database.ts";
import { readLeadSettings } from "../settings/store-lead-settings.ts";
import { type NoticeItem, tellStaff } from "./announce.ts";

/** Tells those who want to hear of it that an address has joined the newsletter, each once. */
export async function announceSubscriber(tx: Writing, subscriberId: string, now: Date): Promise<void> {
  const [item] = await describeSubscriber(tx, [subscriberId]);
  if (!item) return;
  await tellStaff(
    tx,
    { event: "subscriber", subjectId: subscriberId, item },
    await readLeadSettings(tx),
    now,
  );
}

export async function describeSubscriber(tx: Writing, ids: readonly string[]): Promise<NoticeItem[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query
    .selectFrom("subscribers")
    .select(["id", "reference", "email"])
    .where("id", "in", ids)
    .where("status", "in", ["pending", "confirmed"])
    .orderBy("id")
    .execute();
  return rows.map(({ reference, email }) => ({
    event: "subscriber" as const,
    path: "/dashboard/call",
    title: reference,
    text: "",
    facts: [{ label: "Address", value: email }],
  }));
}
