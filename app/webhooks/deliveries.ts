import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { WebhookDeliveryTable } from "#app/database/tables/outgoing.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { type EventType, queueDelivery, testEvent, webhookLabel } from "./events.ts";

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Days that it is on record what was sent where. */
export const deliveriesKeptDays = 30;

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  /** Id of a webhook. */
  webhook?: string | undefined;
}

/** The newest first, with the address each went to. */
export function listDeliveries(
  { query }: Database,
  { status, webhook }: DeliveryFilter,
  page: PageRequest,
): Promise<Paged<DeliveryRow & { url: string }>> {
  let rows = query
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .selectAll("webhook_deliveries")
    .select("webhooks.url");
  if (status) rows = rows.where("status", "=", status);
  if (webhook) rows = rows.where("webhook_id", "=", webhook);
  return readPage(rows, page, newestFirst);
}

/** Sends an event once more, under its own id, so that a receiver who has it knows it again. */
export async function sendDeliveryAgain(
  tx: Writing,
  id: string,
  { actor, now }: ActionContext,
): Promise<void> {
  const row = await tx.query
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .selectAll("webhook_deliveries")
    .select("disabled_at")
    .where("webhook_deliveries.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such delivery any more.");
  if (row.disabled_at !== null) throw new DomainError("in-use", "This webhook is off. Turn it on first.");
  if (row.status === "waiting") {
    await tx.query
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    tx.invalidate(webhookLabel);
  } else {
    // Only rows of our own types are written.
    const type = row.type as EventType;
    const event = { id: row.event_id, type, data: row.data, at: row.happened_at };
    await queueDelivery(tx, row.webhook_id, event, now);
  }
  await recordAudit(tx, actor, "webhook.sent-again", row.webhook_id);
}

/** An event that says nothing but that events arrive. */
export async function sendTestEvent(
  tx: Writing,
  webhookId: string,
  { actor, now }: ActionContext,
): Promise<void> {
  const id = newId();
  await queueDelivery(tx, webhookId, { id, type: testEvent, data: JSON.stringify({ id }) }, now);
  await recordAudit(tx, actor, "webhook.tested", webhookId);
}

/** Forgets what was sent, or given up, long ago. */
export async function cleanUpDeliveries({ query }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - deliveriesKeptDays * 86_400_000).toISOString();
  await query
    .deleteFrom("webhook_deliveries")
    .where("status", "<>", "waiting")
    .where("created_at", "<", before)
    .execute();
}
