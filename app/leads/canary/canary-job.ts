import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { forgetMails, mailAdmins } from "#app/mail/outbox/outbox.ts";
import type { Repeated } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { parseEmail } from "#app/text/email.ts";
import { dayOf, momentOf } from "#app/text/moments.ts";
import { type LeadSettings, readLeadSettings } from "../lead-settings.ts";
import {
  type Break,
  beginRound,
  type CanaryRound,
  endRound,
  findBreak,
  isKnownAtOnce,
  readRounds,
} from "./rounds.ts";

export interface CanaryDependencies {
  db: Database;
  clock: Clock;
  publicUrl: URL;
  /** Where test mails go unless the settings name another mailbox. */
  mailFrom: { address: string };
  /** Why the mail server would take no mail now, in a sentence; null where it would, or where there is none. */
  tryMail(): Promise<string | null>;
}

const minute = 60_000;
const everyMs = 5 * minute;

/** How long after a round the next begins. */
const pauses = {
  /** Twice within the hour, so that a break is red within it. */
  checkMs: 25 * minute,
  /** A second look at what may be a restart. */
  againMs: 4 * minute,
  /** After a mail that was not taken; each would be one more. */
  mailAgainMs: 30 * minute,
} as const;

/** Sends a test message twice a day, and tries its way in between, on one instance. */
export function startCanary(parts: CanaryDependencies, onError: (error: unknown) => void): Repeated {
  const terms = {
    name: "test messages",
    everyMs,
    firstAfterMs: 2 * minute,
  };
  return repeatOnOne(parts.db, terms, () => doCanaryRound(parts), onError);
}

/** Ends what was under way, and begins what is due. */
export async function doCanaryRound(parts: CanaryDependencies): Promise<void> {
  const { db, clock } = parts;
  const { canary } = await readLeadSettings(db);
  for (const round of (await readRounds(db, 20)).filter(({ ended_at }) => ended_at === null))
    await settle(parts, round);
  await forgetOld(db, clock.now());
  if (!canary.isOn) return;
  const { timeZone } = await readCompanyPlace(db);
  const kind = whatIsDue(
    await readRounds(db, 20),
    clock.now(),
    await lastDue(db, canary, timeZone, clock.now()),
  );
  if (kind !== null) await doRound(parts, kind, canary);
}

/**
 * Which round is due; null for none.
 * @param rounds newest first
 * @param messageDueSince the last hour at which a whole message was to go, and when the last one before it went
 */
function whatIsDue(
  rounds: readonly CanaryRound[],
  now: Date,
  { hour, lastMessageAt }: { hour: Date; lastMessageAt: string | null },
): CanaryRound["kind"] | null {
  const [newest] = rounds;
  if (newest === undefined) return "message";
  if (newest.ended_at === null) return null;
  const passedMs = now.getTime() - Date.parse(newest.started_at);
  if (newest.broken_link !== "") {
    const pauseMs = isKnownAtOnce(newest) ? pauses.mailAgainMs : pauses.againMs;
    return passedMs >= pauseMs ? newest.kind : null;
  }
  if (lastMessageAt === null || lastMessageAt < hour.toISOString()) return "message";
  return passedMs >= pauses.checkMs ? "check" : null;
}

/** The last of the two hours of a day that has passed in the company's place, and when the last whole message went. */
async function lastDue(db: Database, canary: LeadSettings["canary"], timeZone: string, now: Date) {
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

async function doRound(
  parts: CanaryDependencies,
  kind: CanaryRound["kind"],
  { addresses }: LeadSettings["canary"],
): Promise<void> {
  const { db, clock, publicUrl, mailFrom } = parts;
  const { id, words } = await beginRound(db, kind, clock.now());
  try {
    await sendThroughForm(publicUrl, {
      email: addresses[0] ?? addressOf(mailFrom),
      message: words,
    });
    const round = await readRound(db, id);
    if (round.ended_at !== null) return conclude(parts, id);
    if (round.received_at === null)
      throw new CanaryStopped({
        link: "database",
        why: "The contact form gave a reference number, but the message was not written: another site, or one with another database or secret, answers there.",
      });
    if (kind === "message") return;
    const refused = await parts.tryMail();
    if (refused !== null) throw new CanaryStopped({ link: "mail", why: refused });
    await finish(parts, id, null);
  } catch (error) {
    if (!(error instanceof CanaryStopped)) throw error;
    await finish(parts, id, error.broken);
  }
}

/**
 * Where mail is only kept it comes from an address that no form takes (no-reply@localhost). The name in its place leads
 * nowhere, by RFC 2606.
 */
function addressOf({ address }: CanaryDependencies["mailFrom"]): string {
  return "address" in parseEmail(address) ? address : "test-message@frontdesk.invalid";
}

function readRound(db: Database, id: string): Promise<CanaryRound> {
  return db.query.selectFrom("canary_rounds").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** A mail that is still in the outbox after this long is late. */
const lateMs = 10 * minute;

/** Looks what became of the mail of a message, or of a round whose process ended in the middle. */
async function settle(parts: CanaryDependencies, round: CanaryRound): Promise<void> {
  const isOld = parts.clock.now().getTime() - Date.parse(round.started_at) > lateMs;
  if (round.mail_id === null) {
    if (isOld)
      await finish(parts, round.id, { link: "form", why: "The test was ended in the middle, by a restart." });
    return;
  }
  const mail = await parts.db.query
    .selectFrom("outbox")
    .select(["status", "last_error", "attempts"])
    .where("id", "=", round.mail_id)
    .executeTakeFirst();
  if (mail?.status === "sent" || mail?.status === "stored") return finish(parts, round.id, null);
  const hasFailed = mail === undefined || mail.status === "failed" || mail.status === "cancelled";
  if (!hasFailed && !isOld) return;
  const said = mail?.last_error ?? "";
  const broken: Break =
    said === "" && !mail?.attempts
      ? { link: "outbox", why: "The mail was written, and nobody took it to send it." }
      : { link: "mail", why: `The mail server did not take the mail: ${said || "it gives no answer"}` };
  await finish(parts, round.id, broken);
}

async function finish(parts: CanaryDependencies, id: string, broken: Break | null): Promise<void> {
  await endRound(parts.db, id, broken, parts.clock.now());
  await conclude(parts, id);
}

/** Tells admins once when the way is broken, and once when it is whole again; takes the mail of a broken round away. */
async function conclude({ db, clock }: CanaryDependencies, id: string): Promise<void> {
  const now = clock.now();
  await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "canary");
    const round = await readRound(tx, id);
    if (round.broken_link !== "" && round.mail_id !== null) await forgetMails(tx, [round.mail_id]);
    const rounds = await readRounds(tx, 200);
    const lastNotice = rounds.find(({ notified }) => notified !== "")?.notified ?? "well";
    const broken = findBreak(rounds);
    const isWell = round.broken_link === "";
    if (broken !== null && lastNotice === "well")
      await notifyAdmins(tx, id, { what: "broken", says: broken.why, at: new Date(broken.since) }, now);
    if (isWell && lastNotice === "broken")
      await notifyAdmins(tx, id, { what: "well", says: "", at: now }, now);
  });
}

async function notifyAdmins(
  tx: Writing,
  id: string,
  news: { what: "broken" | "well"; says: string; at: Date },
  now: Date,
): Promise<void> {
  await mailAdmins(tx, now, (name) => ({
    template: "canary",
    name,
    ...news,
  }));
  await tx.query.updateTable("canary_rounds").set({ notified: news.what }).where("id", "=", id).execute();
}

/** Rounds are kept for so many days. */
export const canaryDays = 30;

async function forgetOld(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - canaryDays * 24 * 60 * minute).toISOString();
  await db.query.deleteFrom("canary_rounds").where("started_at", "<", before).execute();
}

/** A round was stopped on its way. */
class CanaryStopped extends Error {
  readonly broken: Break;

  constructor(broken: Break) {
    super(broken.why);
    this.broken = broken;
  }
}

const agent = "Mozilla/5.0 (compatible; FrontdeskCanary/1.0; bot)";
const longestMs = 30_000;

/**
 * Sends a message as a visitor without JavaScript does: opens the page of the form at the site's own public address, fills in
 * what is asked for there, and sends it. Throws a `CanaryStopped` that says where it did not go on.
 */
async function sendThroughForm(publicUrl: URL, typed: { email: string; message: string }): Promise<void> {
  const page = new URL("/contact", publicUrl);
  const opened = await ask("page", page, { method: "GET" });
  if (opened.status !== 200)
    throw stopped("page", `The page of the contact form answers with status ${opened.status}.`);
  const fields = readForm(await opened.text());
  if (fields === null) throw stopped("page", "The page of the contact form shows no form.");
  for (const [name, value] of Object.entries({ ...typed, name: "The website itself", consent: "on" }))
    fields.set(name, value);
  const sent = await ask("form", page, {
    method: "POST",
    body: fields,
  });
  await sent.body?.cancel();
  const place = URL.parse(sent.headers.get("location") ?? "", page);
  if (sent.status === 303 && place?.searchParams.get("sent")) return;
  if (sent.status === 503)
    throw stopped("database", "The site says that it can’t store messages at present (status 503).");
  throw stopped(
    "form",
    `The contact form is answered with status ${sent.status} instead of a reference number.`,
  );
}

async function ask(link: Break["link"], page: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(page, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(longestMs),
      headers: {
        "user-agent": agent,
        accept: "text/html",
        // As browsers say it of a form that a page of ours sends.
        ...(init.method === "POST" && { origin: page.origin }),
      },
    });
  } catch (error) {
    throw stopped(link, `${page.origin} can’t be reached from the server itself: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && cause.name === "TimeoutError") return "no answer within 30 seconds";
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}

function stopped(link: Break["link"], why: string): CanaryStopped {
  return new CanaryStopped({ link, why });
}

/** The fields of the form that takes a message, as they are when nobody has typed yet; null where there is no such form. */
function readForm(html: string): URLSearchParams | null {
  const form = elementsOf(parse(html), "form").find((one) => {
    const isSent = attributeOf(one, "method")?.toLowerCase() === "post";
    return isSent && elementsOf(one, "textarea").some((area) => attributeOf(area, "name") === "message");
  });
  if (form === undefined) return null;
  const fields = new URLSearchParams();
  for (const input of elementsOf(form, "input")) {
    const name = attributeOf(input, "name");
    const isTick = /^(checkbox|radio|submit|button|file)$/.test(attributeOf(input, "type") ?? "");
    if (name !== undefined && !isTick) fields.set(name, attributeOf(input, "value") ?? "");
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
