import { type Selectable, sql } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { claimDue } from "#app/database/leases.ts";
import { newestFirst, type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { WebhookDeliveryTable } from "#app/database/tables/outgoing.ts";
import { createSerialQueue, openWorkerPool, retryAt } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import type { Logger } from "#app/platform/log.ts";
import { type EventData, type EventType, queueDelivery, testEvent, webhookLabel } from "./events.ts";
import { type NetworkAccess, post, signMessage } from "./post.ts";
import { disableWebhook, mostWebhooks, type WebhookRow } from "./webhooks.ts";

export interface WebhookSending {
  db: Database;
  clock: Clock;
  log: Logger;
  outside: NetworkAccess;
  publicUrl: URL;
  /** What is known of the person an event is about, for webhooks that are sent it; null for nobody. */
  readPerson(type: string, data: EventData): Promise<Record<string, string> | null>;
  /** Told in the transaction that turns a webhook off by itself. */
  onDisabled(tx: Writing, webhook: { url: string; why: string }, now: Date): Promise<void>;
}

interface DeliveryRate {
  /** How often it looks without being woken. */
  everyMs: number;
  /** How long a webhook may take to answer. */
  answerMs: number;
  /** How long a stop waits for what is under way. */
  graceMs: number;
}

export const answerSeconds = 10;
const usualRate: DeliveryRate = { everyMs: 5000, answerMs: answerSeconds * 1000, graceMs: 5000 };

const minute = 60_000;
const hour = 60 * minute;

/** Between the tries: ten in three days and eighteen hours. */
export const webhookWaits = [
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

/** Sends what waits: at once when something came about, and again when its next try is due. */
export function startWebhookSender(
  parts: WebhookSending,
  rate: Partial<DeliveryRate> = {},
): { stop(): Promise<void> } {
  const { everyMs, answerMs, graceMs } = { ...usualRate, ...rate };
  const steps = createSerialQueue((err) => parts.log.error({ err }, "webhooks could not be sent"));
  /** Webhooks that a message is on its way to: each gets one at a time, so that a slow one holds up no other. */
  const busy = new Set<string>();
  const pool = openWorkerPool<DeliveryRow>({
    longestMs: answerMs,
    async next(underWay) {
      if (underWay >= mostWebhooks) return null;
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
    onError: (err, { id }) =>
      parts.log.error({ err, delivery: id }, "what became of an event could not be kept"),
  });
  const look = () => pool.fill(wake);
  const wake = () => steps.add(look);
  const cleanUp = () => cleanUpDeliveries(parts.db, parts.clock.now());
  parts.db.changes.onChange((tags) => {
    if (tags === null || tags.has(webhookLabel)) wake();
  });
  steps.add(cleanUp);
  wake();
  const timers = [setInterval(wake, everyMs).unref(), setInterval(() => steps.add(cleanUp), hour).unref()];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      pool.close();
      await steps.end();
      await pool.empty(graceMs);
    },
  };
}

/** Sends one event that was claimed, and keeps what became of it. */
async function deliverEvent(parts: WebhookSending, row: DeliveryRow, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  const webhook = await db.query
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", row.webhook_id)
    .executeTakeFirst();
  if (!webhook) return;
  const body = await writeBody(parts, row, webhook);
  const startedAt = clock.now();
  const began = performance.now();
  const outcome = await attempt(async () => {
    if (row.attempts > webhookWaits.length + 1) throw new Error("Its sending never came to an end.");
    const timestamp = Math.floor(startedAt.getTime() / 1000);
    const headers = signMessage(db.encryption.decrypt(webhook.secret), { id: row.event_id, timestamp, body });
    return post(parts.outside, { url: new URL(webhook.url), headers, body, signal });
  });
  const duration = Math.round(performance.now() - began);
  await keepOutcome(parts, row, webhook, { ...outcome, duration });
}

interface PostOutcome {
  /** Null when nothing was answered. */
  status: number | null;
  /** Empty when the event was taken. */
  error: string;
}

async function attempt(send: () => Promise<number>): Promise<PostOutcome> {
  try {
    const status = await send();
    if (status >= 200 && status < 300) return { status, error: "" };
    const isRedirect = status >= 300 && status < 400;
    return { status, error: isRedirect ? "It redirects, which is not followed." : `It answered ${status}.` };
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

/** What is sent: what came about, with whole addresses, and with the person where the webhook is sent them. */
async function writeBody(
  { publicUrl, readPerson }: WebhookSending,
  { type, data, happened_at }: DeliveryRow,
  { has_personal_data }: WebhookRow,
): Promise<string> {
  const { path, ...payload } = JSON.parse(data) as EventData; // only `queueDelivery` writes these
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

/** Says nothing when another instance has it in hand by now. */
async function keepOutcome(
  { db, clock, log, onDisabled }: WebhookSending,
  row: DeliveryRow,
  { id, url }: WebhookRow,
  { status, error, duration }: PostOutcome & { duration: number },
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const isTaken = error === "";
  const isGone = status === 410;
  const next = isTaken || isGone ? null : retryAt(webhookWaits, row.attempts, now);
  await write(db, async (tx) => {
    const kept = await tx.query
      .updateTable("webhook_deliveries")
      .set({
        status: next ? "waiting" : isTaken ? "delivered" : "failed",
        ...(next ? { next_attempt_at: next.toISOString() } : { finished_at: at }),
        answer_status: status,
        duration_ms: duration,
        last_error: error,
        claimed_until: null,
      })
      .where("id", "=", row.id)
      .where("claimed_until", "=", row.claimed_until)
      .executeTakeFirst();
    if (Number(kept.numUpdatedRows) === 0) return;
    if (isTaken)
      await tx.query.updateTable("webhooks").set({ delivered_at: at }).where("id", "=", id).execute();
    else if (next === null) await turnOffIfDead(tx);
  });
  if (!isTaken)
    log.warn(
      { webhook: id, delivery: row.id, tries: row.attempts, status, next: next?.toISOString() ?? null },
      "a webhook did not take an event",
    );

  /** After one event was tried for days and nothing else was taken in all that time, or when the receiver says so. */
  async function turnOffIfDead(tx: Writing): Promise<void> {
    const current = await tx.query
      .selectFrom("webhooks")
      .select(["delivered_at", "disabled_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!current || current.disabled_at !== null) return;
    if (!isGone && current.delivered_at !== null && current.delivered_at > row.created_at) return;
    const why = isGone ? "It answered 410: it is gone." : `It took nothing for days. ${error}`;
    await disableWebhook(tx, id, { actor: { id: "schedule", requestId: "webhooks" }, now }, why);
    await onDisabled(tx, { url, why }, now);
  }
}

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Days that it is on record what was sent where. */
export const deliveriesKeptDays = 30;

interface DeliveryFilter {
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
