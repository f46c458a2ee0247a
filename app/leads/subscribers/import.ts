import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { priorities, queueMails } from "#app/mail/outbox/outbox.ts";
import { chunksOf } from "#app/platform/chunks.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { newId, newLinkKey } from "#app/platform/id.ts";
import { type CsvRecord, readCsv } from "#app/text/csv.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";
import { plainText } from "#app/text/plain-text.ts";
import { newReference } from "../intake/reference.ts";
import { confirmationMail } from "./subscribe.ts";
import { freshSubscription, type Subscriber } from "./subscriber.ts";

/** What an import would do, or has done. */
export interface ImportPlan {
  fresh: Candidate[];
  /** Addresses that get the newsletter already, or were asked to confirm. */
  known: Candidate[];
  /** Addresses that left, complained or take no mail: only their owners can bring them back. */
  ended: Candidate[];
  wrong: WrongLine[];
}

export interface ImportWish {
  csv: string;
  /** How and when all of them agreed, in words; without it each is asked to confirm. */
  proof: string;
  /** How many may be asked in a minute. */
  perMinute: number;
}

/** Says what would become of each line; nothing is kept. */
export async function planImport(db: Database, csv: string): Promise<ImportPlan> {
  const { candidates, wrong } = readImport(csv);
  const plan: ImportPlan = { fresh: [], known: [], ended: [], wrong };
  for (const some of chunksOf(candidates)) {
    const statuses = await readStatuses(db, some);
    for (const one of some) plan[placeOf(statuses.get(one.key))].push(one);
  }
  return plan;
}

/** Subscribes the addresses of a file. Done again, it subscribes only who was left out. Answers how many there were. */
export async function importSubscribers(
  db: Database,
  { csv, proof, perMinute }: ImportWish,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const stated = plainText({ max: 1000, lines: true }).safeParse(proof);
  if (!stated.success) throw validationError([{ path: ["proof"], message: "Use at most 1,000 characters" }]);
  const { fresh } = await planImport(db, csv);
  let taken = 0;
  for (const some of chunksOf(fresh)) {
    const pace = { from: taken, perMinute };
    taken += await write(db, (tx) => takeSome(tx, some, { proof: stated.data, now, pace }));
  }
  await write(db, (tx) =>
    recordAudit(tx, actor, "subscribers.imported", "subscribers", `${taken} addresses`),
  );
  return taken;
}

interface Taking {
  proof: string;
  now: Date;
  pace: { from: number; perMinute: number };
}

async function takeSome(tx: Writing, some: Candidate[], { proof, now, pace }: Taking): Promise<number> {
  const rows = some.map((one) => subscriberOf(one, proof, now));
  const inserted = await tx.query
    .insertInto("subscribers")
    .values(rows)
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("email_key")
    .execute();
  const taken = new Set(inserted.map(({ email_key }) => email_key));
  const pending = rows.filter(({ email_key, status }) => status === "pending" && taken.has(email_key));
  await queueMails(
    tx,
    pending.map((row, place) => askLater(row, now, pace.from + place, pace.perMinute)),
    now,
  );
  return taken.size;
}

/** One after the other, so that a long list does not leave all at once. */
function askLater(row: Subscriber, now: Date, place: number, perMinute: number) {
  const notBefore = new Date(now.getTime() + Math.floor((place * 60_000) / perMinute));
  return { ...confirmationMail(row, notBefore), priority: priorities.bulk, notBefore };
}

function subscriberOf({ email, key, consentedAt }: Candidate, proof: string, now: Date): Subscriber {
  const at = now.toISOString();
  const isProven = proof !== "";
  return {
    id: newId(),
    reference: newReference(),
    email,
    email_key: key,
    unsubscribe_token: newLinkKey(),
    source_path: "",
    network: "",
    user_agent: "",
    spam_reasons: "",
    idempotency_key: null,
    fingerprint: "",
    created_at: at,
    updated_at: at,
    consent_text: isProven ? proof : "Imported; asked to confirm by mail.",
    ...freshSubscription(consentedAt || at),
    ...(isProven ? { status: "confirmed", confirmed_at: at, confirmed_by: "import" } : { status: "pending" }),
  };
}

async function readStatuses({ query }: Database, some: readonly Candidate[]) {
  const keys = some.map(({ key }) => key);
  const rows = await query
    .selectFrom("subscribers")
    .select(["email_key", "status"])
    .where("email_key", "in", keys)
    .execute();
  return new Map(rows.map(({ email_key, status }) => [email_key, status]));
}

function placeOf(status: Subscriber["status"] | undefined): "fresh" | "known" | "ended" {
  if (status === undefined) return "fresh";
  return status === "unsubscribed" || status === "complained" || status === "bounced" ? "ended" : "known";
}

/** An address of a file that can be subscribed. */
interface Candidate {
  /** Line of the file. */
  line: number;
  email: string;
  key: string;
  /** ISO 8601, when the file says when its owner agreed; empty when it doesn't. */
  consentedAt: string;
}

interface WrongLine {
  line: number;
  text: string;
  why: string;
}

export interface ReadImport {
  candidates: Candidate[];
  wrong: WrongLine[];
}

export const mostImportBytes = 2_000_000;
export const mostImportLines = 20_000;

/** Reads a list of addresses; each wrong line is told in words. Throws a DomainError for a file that holds none at all. */
export function readImport(text: string): ReadImport {
  if (text.length > mostImportBytes) throw refuse("A file may have 2 MB. Split it into smaller ones.");
  const rows = readCsv(text);
  if (rows.length > mostImportLines)
    throw refuse("A file may have 20,000 lines. Split it into smaller ones.");
  const columns = findColumns(rows);
  if (!columns)
    throw refuse("No column of this file holds e-mail addresses. Name it E-mail in the first line.");
  const seen = new Map<string, number>();
  const read: ReadImport = { candidates: [], wrong: [] };
  for (const row of columns.hasHead ? rows.slice(1) : rows) readRow(row, columns, seen, read);
  if (read.candidates.length + read.wrong.length === 0) throw refuse("There is no address in this file.");
  return read;
}

interface Columns {
  hasHead: boolean;
  email: number;
  consented: number;
}

function findColumns([first]: readonly CsvRecord[]): Columns | null {
  if (!first) return null;
  const names = first.cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const email = names.findIndex((name) => /^(email|emailaddress|mail|address|subscriber)$/.test(name));
  const consented = names.findIndex((name) =>
    /^(consentgiven|consentdate|optintime|subscribedat)$/.test(name),
  );
  if (email >= 0) return { hasHead: true, email, consented };
  const plain = first.cells.findIndex((cell) => "address" in parseEmail(cell));
  return plain < 0 ? null : { hasHead: false, email: plain, consented: -1 };
}

function readRow(
  { line, cells }: CsvRecord,
  columns: Columns,
  seen: Map<string, number>,
  read: ReadImport,
): void {
  const text = cells[columns.email] ?? "";
  const parsed = parseEmail(text);
  if ("wrong" in parsed) return void read.wrong.push({ line, text: text.slice(0, 100), why: parsed.wrong });
  const key = emailKey(parsed.address);
  const before = seen.get(key);
  if (before !== undefined)
    return void read.wrong.push({
      line,
      text: parsed.address,
      why: `The same address stands in line ${before}`,
    });
  seen.set(key, line);
  const at = Date.parse(cells[columns.consented] ?? "");
  const consentedAt = Number.isNaN(at) ? "" : new Date(at).toISOString();
  read.candidates.push({ line, email: parsed.address, key, consentedAt });
}

function refuse(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
