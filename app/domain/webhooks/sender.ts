import { type Selectable, sql } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { claimDue } from "#app/platform/database/leases.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/platform/database/paging.ts";
import type { WebhookDeliveryTable } from "#app/platform/database/tables/outgoing.ts";
import { createSerialQueue, openWorkerPool, retryAt } from "#app/platform/jobs/background-work.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { JobServices } from "#app/platform/services.ts";
import { type EventData, type EventType, queueDelivery, testEvent, webhookTag } from "./events.ts";
import { type NetworkAccess, post, signMessage } from "./post.ts";
import { disableWebhook, maxWebhooks, type WebhookRow } from "./webhooks.ts";

export interface WebhookSenderParts extends JobServices {
  outside: NetworkAccess;
  publicUrl: URL;
  /** Reads the person of an event, for webhooks with personal data; null without one. */
  readPerson(type: string, data: EventData): Promise<Record<string, string> | null>;
  /** Called in the transaction that disables a failing webhook. */
  onDisabled(tx: Writing, webhook: { url: string; why: string }, now: Date): Promise<void>;
}

interface DeliveryRate {
  /** Polling interval. */
  everyMs: number;
  /** Timeout of a request. */
  answerMs: number;
  /** Time that a stop waits for requests in progress. */
  graceMs: number;
}

export const answerSeconds = 10;
const defaultRate: DeliveryRate = { everyMs: 5000, answerMs: answerSeconds * 1000, graceMs: 5000 };

const minute = 60_000;
const hour = 60 * minute;

/** Delays between attempts in milliseconds: ten attempts in three days and eighteen hours. */
export const webhookRetryDelays = [
  minute,
  4 * minute,
  16 * minute,
  hour,
  4 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
];

/** Sends queued events at once and retries when due. */
export function startWebhookSender(
  parts: WebhookSenderParts,
  rate: Partial<DeliveryRate> = {},
): { stop(): Promise<void> } {
  const { everyMs, answerMs, graceMs } = { ...defaultRate, ...rate };
  const queue = createSerialQueue((err) => parts.log.error({ err }, "failed to send webhooks"));
  /** Webhooks with a request in progress: each gets one at a time, so that a slow one delays no other. */
  const busy = new Set<string>();
  const pool = openWorkerPool<DeliveryRow>({
    maxMs: answerMs,
    async next(inProgress) {
      if (inProgress >= maxWebhooks) return null;
      const row = await claimDue<DeliveryRow>(
        parts.db,
        "webhook_deliveries",
        parts.clock.now(),
        busy.size === 0 ? sql`true` : sql`webhook_id not in (${sql.join([...busy])})`,
      );
      if (row) busy.add(row.webhook_id);
      return row;
    },
    async work(row, signal) {
      try {
        await deliverEvent(parts, row, signal);
      } finally {
        busy.delete(row.webhook_id);
      }
    },
    onError: (err, { id }) => parts.log.error({ err, delivery: id }, "failed to record webhook result"),
  });
  const fillPool = () => pool.fill(wake);
  const wake = () => queue.add(fillPool);
  const cleanUp = () => cleanUpDeliveries(parts.db, parts.clock.now());
  parts.db.changes.onChange((tags) => {
    if (tags === null || tags.has(webhookTag)) wake();
  });
  queue.add(cleanUp);
  wake();
  const timers = [setInterval(wake, everyMs).unref(), setInterval(() => queue.add(cleanUp), hour).unref()];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      pool.close();
      await queue.end();
      await pool.empty(graceMs);
    },
  };
}

/** Sends one claimed event and records the result. */
async function deliverEvent(parts: WebhookSenderParts, row: DeliveryRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  const webhook = await db.query
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", row.webhook_id)
    .executeTakeFirst();
  if (!webhook) return;
  const body = await createBody(parts, row, webhook);
  const startedAt = clock.now();
  const began = performance.now();
  const outcome = await attempt(async () => {
    if (row.attempts > webhookRetryDelays.length + 1) throw new Error("Sending never completed.");
    const timestamp = Math.floor(startedAt.getTime() / 1000);
    const headers = signMessage(db.encryption.decrypt(webhook.secret), { id: row.event_id, timestamp, body });
    return post(parts.outside, { url: new URL(webhook.url), headers, body, signal });
  });
  const duration = Math.round(performance.now() - began);
  await recordOutcome(parts, row, webhook, { ...outcome, duration });
}

interface PostOutcome {
  /** Null without a response. */
  status: number | null;
  /** Empty on success. */
  error: string;
}

async function attempt(send: () => Promise<number>): Promise<PostOutcome> {
  try {
    const status = await send();
    if (status >= 200 && status < 300) return { status, error: "" };
    const isRedirect = status >= 300 && status < 400;
    return {
      status,
      error: isRedirect ? "It redirects; redirects are not followed." : `It answered ${status}.`,
    };
  } catch (error) {
    return { status: null, error: describeFailure(error) };
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 300);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `There was no answer within ${answerSeconds} seconds.`;
  return (error.message || error.name).slice(0, 300);
}

/** Creates the request body: the event, with an absolute URL, and the person if the webhook receives personal data. */
async function createBody(
  { publicUrl, readPerson }: WebhookSenderParts,
  { type, data, happened_at }: DeliveryRow,
  { has_personal_data }: WebhookRow,
): Promise<string> {
  const { path, ...payload } = JSON.parse(data) as EventData; // written by `queueDelivery` only
  const person = has_personal_data === 1 ? await readPerson(type, payload) : null;
  return JSON.stringify({
    type,
    timestamp: happened_at,
    data: {
      ...payload,
      ...(path !== undefined && { url: new URL(path, publicUrl).href }),
      ...(person && { person }),
    },
  });
}

/** Records the result of an attempt; does nothing if another instance has claimed the delivery since. */
async function recordOutcome(
  { db, clock, log, onDisabled }: WebhookSenderParts,
  row: DeliveryRow,
  { id, url }: WebhookRow,
  { status, error, duration }: PostOutcome & { duration: number },
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const isDelivered = error === "";
  const isGone = status === 410;
  const next = isDelivered || isGone ? null : retryAt(webhookRetryDelays, row.attempts, now);
  await write(db, async (tx) => {
    const updated = await tx.query
      .updateTable("webhook_deliveries")
      .set({
        status: next ? "waiting" : isDelivered ? "delivered" : "failed",
        ...(next ? { next_attempt_at: next.toISOString() } : { finished_at: at }),
        answer_status: status,
        duration_ms: duration,
        last_error: error,
        claimed_until: null,
      })
      .where("id", "=", row.id)
      .where("claimed_until", "=", row.claimed_until)
      .executeTakeFirst();
    if (Number(updated.numUpdatedRows) === 0) return;
    if (isDelivered)
      await tx.query.updateTable("webhooks").set({ delivered_at: at }).where("id", "=", id).execute();
    else if (next === null) await disableIfFailing(tx);
  });
  if (!isDelivered)
    log.warn(
      { webhook: id, delivery: row.id, tries: row.attempts, status, next: next?.toISOString() ?? null },
      "webhook failed to accept an event",
    );

  /** Disables the webhook on status 410, or if no event was delivered since this one was queued. */
  async function disableIfFailing(tx: Writing): Promise<void> {
    const current = await tx.query
      .selectFrom("webhooks")
      .select(["delivered_at", "disabled_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!current || current.disabled_at !== null) return;
    if (!isGone && current.delivered_at !== null && current.delivered_at > row.created_at) return;
    const why = isGone ? "It answered 410 (gone)." : `It accepted nothing for days. ${error}`;
    await disableWebhook(tx, id, { actor: { id: "schedule", requestId: "webhooks" }, now }, why);
    await onDisabled(tx, { url, why }, now);
  }
}

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Retention of finished deliveries in days. */
export const deliveryRetentionDays = 30;

interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  /** Webhook id. */
  webhook?: string | undefined;
}

/** Lists deliveries with their webhook's URL, newest first. */
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

/** Queues an event again under its own id, so that a receiver recognizes the repeat. */
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
  if (!row) throw new DomainError("missing", "This delivery no longer exists.");
  if (row.disabled_at !== null) throw new DomainError("in-use", "This webhook is off. Turn it on first.");
  if (row.status === "waiting") {
    await tx.query
      .updateTable("webhook_deliveries")
      .set({ next_attempt_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    tx.invalidate(webhookTag);
  } else {
    // Written by `queueDelivery` only.
    const type = row.type as EventType;
    const event = { id: row.event_id, type, data: row.data, at: row.happened_at };
    await queueDelivery(tx, row.webhook_id, event, now);
  }
  await recordAudit(tx, actor, "webhook.sent-again", row.webhook_id);
}

/** Queues an event without content, to test a webhook. */
export async function sendTestEvent(
  tx: Writing,
  webhookId: string,
  { actor, now }: ActionContext,
): Promise<void> {
  const id = newId();
  await queueDelivery(tx, webhookId, { id, type: testEvent, data: JSON.stringify({ id }) }, now);
  await recordAudit(tx, actor, "webhook.tested", webhookId);
}

/** Deletes finished deliveries past their retention. */
export async function cleanUpDeliveries({ query }: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - deliveryRetentionDays * 86_400_000).toISOString();
  await query
    .deleteFrom("webhook_deliveries")
    .where("status", "<>", "waiting")
    .where("created_at", "<", before)
    .execute();
}
