import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { readCompanyContact } from "#app/domain/mail/company.ts";
import { eraseMails, mailAdmins } from "#app/domain/mail/outbox/outbox.ts";
import type { ContentOf } from "#app/domain/mail/templates/mail-content.ts";
import { parseEmail } from "#app/lib/text/email.ts";
import { dayOf, momentOf } from "#app/lib/text/moments.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { CoreServices } from "#app/platform/services.ts";
import {
  beginRound,
  type CanaryFailure,
  type CanaryRound,
  endRound,
  findFailure,
  isConfirmedFailure,
  readRounds,
} from "../../domain/leads/intake/rounds.ts";
import { type LeadSettings, readLeadSettings } from "../../domain/leads/lead-settings.ts";

export interface CanaryDependencies extends CoreServices {
  publicUrl: URL;
  /** Default recipient of test mails. */
  mailFrom: { address: string };
  /** Returns why the mail server would reject mail, as a sentence; null if it would accept it or is not configured. */
  tryMail(): Promise<string | null>;
}

const minute = 60_000;
const everyMs = 5 * minute;

/** Delays between rounds. */
const pauses = {
  /** Two checks within an hour, so that a failure is confirmed within it. */
  checkMs: 25 * minute,
  /** Repeats a failed check, which may be caused by a restart. */
  againMs: 4 * minute,
  /** After a rejected mail, to limit the number of rejected mails. */
  mailAgainMs: 30 * minute,
} as const;

/** Sends a test message twice a day and checks the form in between, on one instance. */
export function startCanary(parts: CanaryDependencies, onError: (error: unknown) => void): PeriodicTask {
  const terms = {
    name: "test messages",
    everyMs,
    firstAfterMs: 2 * minute,
  };
  return repeatOnOneInstance(parts.db, terms, () => runCanaryRound(parts), onError);
}

/** Completes open rounds and starts a round that is due. */
export async function runCanaryRound(parts: CanaryDependencies): Promise<void> {
  const { db, clock } = parts;
  const { canary } = await readLeadSettings(db);
  for (const round of (await readRounds(db, 20)).filter(({ ended_at }) => ended_at === null))
    await completeRound(parts, round);
  await deleteOldRounds(db, clock.now());
  if (!canary.isOn) return;
  const { timeZone } = await readCompanyContact(db);
  const kind = chooseRound(
    await readRounds(db, 20),
    clock.now(),
    await readDueTimes(db, canary, timeZone, clock.now()),
  );
  if (kind !== null) await startRound(parts, kind, canary);
}

/**
 * Returns the kind of round that is due; null for none.
 * @param rounds newest first
 * @param times time of the last scheduled message, and time of the last message sent
 */
function chooseRound(
  rounds: readonly CanaryRound[],
  now: Date,
  { hour, lastMessageAt }: { hour: Date; lastMessageAt: string | null },
): CanaryRound["kind"] | null {
  const [newest] = rounds;
  if (newest === undefined) return "message";
  if (newest.ended_at === null) return null;
  const elapsedMs = now.getTime() - Date.parse(newest.started_at);
  if (newest.broken_link !== "") {
    const delayMs = isConfirmedFailure(newest) ? pauses.mailAgainMs : pauses.againMs;
    return elapsedMs >= delayMs ? newest.kind : null;
  }
  if (lastMessageAt === null || lastMessageAt < hour.toISOString()) return "message";
  return elapsedMs >= pauses.checkMs ? "check" : null;
}

/** Returns the last scheduled time in the company's time zone, and the time of the last message. */
async function readDueTimes(db: Database, canary: LeadSettings["canary"], timeZone: string, now: Date) {
  const days = [now, new Date(now.getTime() - 24 * 60 * minute)].map((at) => dayOf(at, timeZone));
  const hours = days.flatMap((day) =>
    [canary.firstHour, canary.secondHour].map((hour) =>
      Date.parse(momentOf(`${day}T${String(hour).padStart(2, "0")}:00`, timeZone) ?? ""),
    ),
  );
  const last = await db.query
    .selectFrom("canary_rounds")
    .select("started_at")
    .where("kind", "=", "message")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    hour: new Date(Math.max(...hours.filter((at) => at <= now.getTime()))),
    lastMessageAt: last?.started_at ?? null,
  };
}

async function startRound(
  parts: CanaryDependencies,
  kind: CanaryRound["kind"],
  { addresses }: LeadSettings["canary"],
): Promise<void> {
  const { db, clock, publicUrl, mailFrom } = parts;
  const { id, message } = await beginRound(db, kind, clock.now());
  try {
    await sendThroughForm(publicUrl, {
      email: addresses[0] ?? addressOf(mailFrom),
      message,
    });
    const round = await readRound(db, id);
    if (round.ended_at !== null) return conclude(parts, id);
    if (round.received_at === null)
      throw new CanaryError({
        link: "database",
        why: "The contact form returned a reference number, but the message was not stored: another site, or one with another database or secret, responds at this address.",
      });
    if (kind === "message") return;
    const refused = await parts.tryMail();
    if (refused !== null) throw new CanaryError({ link: "mail", why: refused });
    await finish(parts, id, null);
  } catch (error) {
    if (!(error instanceof CanaryError)) throw error;
    await finish(parts, id, error.broken);
  }
}

/** Returns the sender's address, or a reserved one (RFC 2606) if forms reject it, such as no-reply@localhost. */
function addressOf({ address }: CanaryDependencies["mailFrom"]): string {
  return "address" in parseEmail(address) ? address : "test-message@frontdesk.invalid";
}

function readRound(db: Database, id: string): Promise<CanaryRound> {
  return db.query.selectFrom("canary_rounds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Time after which a queued mail is late. */
const lateMs = 10 * minute;

/** Completes a round by the status of its mail, or as failed if its process ended. */
async function completeRound(parts: CanaryDependencies, round: CanaryRound): Promise<void> {
  const isOld = parts.clock.now().getTime() - Date.parse(round.started_at) > lateMs;
  if (round.mail_id === null) {
    if (isOld) await finish(parts, round.id, { link: "form", why: "The test was interrupted by a restart." });
    return;
  }
  const mail = await parts.db.query
    .selectFrom("outbox")
    .select(["status", "last_error", "attempts"])
    .where("id", "=", round.mail_id)
    .executeTakeFirst();
  if (mail?.status === "sent" || mail?.status === "stored") return finish(parts, round.id, null);
  const isFailed = mail === undefined || mail.status === "failed" || mail.status === "cancelled";
  if (!isFailed && !isOld) return;
  const lastError = mail?.last_error ?? "";
  const broken: CanaryFailure =
    lastError === "" && !mail?.attempts
      ? { link: "outbox", why: "The mail was queued, but not sent." }
      : {
          link: "mail",
          why: `The mail server did not accept the mail: ${lastError || "it did not respond"}`,
        };
  await finish(parts, round.id, broken);
}

async function finish(parts: CanaryDependencies, id: string, broken: CanaryFailure | null): Promise<void> {
  await endRound(parts.db, id, broken, parts.clock.now());
  await conclude(parts, id);
}

/** Notifies admins once of a failure and once of recovery; deletes the mail of a failed round. */
async function conclude({ db, clock }: CanaryDependencies, id: string): Promise<void> {
  const now = clock.now();
  await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "canary");
    const round = await readRound(tx, id);
    if (round.broken_link !== "" && round.mail_id !== null) await eraseMails(tx, [round.mail_id]);
    const rounds = await readRounds(tx, 200);
    const lastNotice = rounds.find(({ notified }) => notified !== "")?.notified ?? "well";
    const broken = findFailure(rounds);
    const isWorking = round.broken_link === "";
    if (broken !== null && lastNotice === "well")
      await notifyAdmins(tx, id, { what: "broken", says: broken.why, at: new Date(broken.since) }, now);
    if (isWorking && lastNotice === "broken")
      await notifyAdmins(tx, id, { what: "well", says: "", at: now }, now);
  });
}

async function notifyAdmins(
  tx: Writing,
  id: string,
  content: { what: "broken" | "well" } & Pick<ContentOf<"canary">, "at" | "says">,
  now: Date,
): Promise<void> {
  await mailAdmins(tx, now, (name) => ({
    template: "canary",
    name,
    ...content,
  }));
  await tx.query.updateTable("canary_rounds").set({ notified: content.what }).where("id", "=", id).execute();
}

/** Retention of rounds in days. */
export const canaryRetentionDays = 30;

async function deleteOldRounds(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - canaryRetentionDays * 24 * 60 * minute).toISOString();
  await db.query.deleteFrom("canary_rounds").where("started_at", "<", before).execute();
}

/** Failure of a round at one stage. */
class CanaryError extends Error {
  readonly broken: CanaryFailure;

  constructor(broken: CanaryFailure) {
    super(broken.why);
    this.broken = broken;
  }
}

const userAgent = "Mozilla/5.0 (compatible; FrontdeskCanary/1.0; bot)";
const timeoutMs = 30_000;

/**
 * Sends a message like a visitor without JavaScript: loads the form at the public address, fills it in and submits it.
 * @throws CanaryError with the failed stage
 */
async function sendThroughForm(publicUrl: URL, values: { email: string; message: string }): Promise<void> {
  const page = new URL("/contact", publicUrl);
  const response = await request("page", page, { method: "GET" });
  if (response.status !== 200) throw failedAt("page", `The contact page returns status ${response.status}.`);
  const fields = readForm(await response.text());
  if (fields === null) throw failedAt("page", "The contact page contains no form.");
  for (const [name, value] of Object.entries({ ...values, name: "The website itself", consent: "on" }))
    fields.set(name, value);
  const sent = await request("form", page, {
    method: "POST",
    body: fields,
  });
  await sent.body?.cancel();
  const target = URL.parse(sent.headers.get("location") ?? "", page);
  if (sent.status === 303 && target?.searchParams.get("sent")) return;
  if (sent.status === 503)
    throw failedAt("database", "The site can’t store messages at present (status 503).");
  throw failedAt("form", `The contact form returns status ${sent.status} instead of a reference number.`);
}

async function request(link: CanaryFailure["link"], page: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(page, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "user-agent": userAgent,
        accept: "text/html",
        // Browsers send this for a form of the same site.
        ...(init.method === "POST" && { origin: page.origin }),
      },
    });
  } catch (error) {
    throw failedAt(link, `${page.origin} can’t be reached from the server itself: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "no response within 30 seconds";
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}

function failedAt(link: CanaryFailure["link"], why: string): CanaryError {
  return new CanaryError({ link, why });
}

/** Returns the initial fields of the message form; null without such a form. */
function readForm(html: string): URLSearchParams | null {
  const form = elementsOf(parse(html), "form").find((one) => {
    const isSent = attributeOf(one, "method")?.toLowerCase() === "post";
    return isSent && elementsOf(one, "textarea").some((area) => attributeOf(area, "name") === "message");
  });
  if (form === undefined) return null;
  const fields = new URLSearchParams();
  for (const input of elementsOf(form, "input")) {
    const name = attributeOf(input, "name");
    const isNonText = /^(checkbox|radio|submit|button|file)$/.test(attributeOf(input, "type") ?? "");
    if (name !== undefined && !isNonText) fields.set(name, attributeOf(input, "value") ?? "");
  }
  return fields;
}

function elementsOf(node: Tree.ParentNode, name: string): Tree.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!("tagName" in child)) return [];
    return [...(child.tagName === name ? [child] : []), ...elementsOf(child, name)];
  });
}

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}
