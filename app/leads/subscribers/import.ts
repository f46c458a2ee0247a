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
import {
  type FileEnding,
  findImportColumns,
  firstAddress,
  hasUnreadConsent,
  type ImportColumns,
  readConsent,
  readEnding,
} from "./import-columns.ts";
import { confirmationMail } from "./subscribe.ts";
import { freshSubscription, type Subscriber } from "./subscriber.ts";

/** What an import would do, or has done. */
export interface ImportPlan {
  fresh: Candidate[];
  /** Addresses that get the newsletter already, or were asked to confirm. */
  known: Candidate[];
  /** Addresses that left, complained or take no mail: only their owners can bring them back. */
  ended: Candidate[];
  /** Addresses whose row states that they get no newsletter. */
  endedInFile: EndedLine[];
  wrong: WrongLine[];
  /** Rows with a date of consent that cannot be read; the day of the import counts for them. */
  unreadDates: number;
}

export interface ImportWish {
  csv: string;
  /** How and when all of them agreed, in words; without it each is asked to confirm. */
  proof: string;
  /** How many may be asked in a minute. */
  perMinute: number;
  /** For times without a zone. */
  timeZone: string;
}

/** Returns the result for each line, without storing anything. */
export async function planImport(db: Database, csv: string, timeZone: string): Promise<ImportPlan> {
  const { candidates, ...rest } = readImport(csv, timeZone);
  const plan: ImportPlan = { fresh: [], known: [], ended: [], ...rest };
  for (const some of chunksOf(candidates)) {
    const statuses = await readStatuses(db, some);
    for (const one of some) plan[placeOf(statuses.get(one.key))].push(one);
  }
  return plan;
}

/** Subscribes the addresses of a file. Done again, it subscribes only who was left out. Answers how many there were. */
export async function importSubscribers(
  db: Database,
  { csv, proof, perMinute, timeZone }: ImportWish,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const stated = plainText({ max: 1000, lines: true }).safeParse(proof);
  if (!stated.success) throw validationError([{ path: ["proof"], message: "Use at most 1,000 characters" }]);
  const { fresh } = await planImport(db, csv, timeZone);
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
    // A date in the future is a mistake of the file.
    ...freshSubscription(consentedAt !== "" && consentedAt < at ? consentedAt : at),
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

/** An address of a file. */
interface Candidate {
  /** Line of the file. */
  line: number;
  email: string;
  key: string;
  /** ISO 8601, when the file has the moment of consent; empty otherwise. */
  consentedAt: string;
}

/** An address that gets no newsletter at its former program. */
interface EndedLine {
  line: number;
  email: string;
  ending: FileEnding;
}

interface WrongLine {
  line: number;
  text: string;
  why: string;
}

export interface ReadImport {
  candidates: Candidate[];
  endedInFile: EndedLine[];
  wrong: WrongLine[];
  unreadDates: number;
}

export const mostImportBytes = 2_000_000;
export const mostImportLines = 20_000;

/** Reads a list of addresses with each problem; times without a zone are in the given one. Throws a DomainError for a file without addresses to mail. */
export function readImport(text: string, timeZone: string): ReadImport {
  if (text.length > mostImportBytes) throw refuse("A file may have 2 MB. Split it into smaller ones.");
  const rows = readCsv(text);
  if (rows.length > mostImportLines)
    throw refuse("A file may have 20,000 lines. Split it into smaller ones.");
  const columns = findImportColumns(rows);
  if (!columns)
    throw refuse("No column of this file holds e-mail addresses. Choose a file with one address per line.");
  const read: ReadImport = { candidates: [], endedInFile: [], wrong: [], unreadDates: 0 };
  const body = columns.hasHead ? rows.slice(1) : rows;
  const endings = findEndings(body, columns);
  const seen = new Map<string, number>();
  for (const row of body) readRow(row, { columns, endings, seen, timeZone }, read);
  if (read.candidates.length + read.wrong.length + read.endedInFile.length === 0)
    throw refuse("There is no address in this file.");
  if (read.candidates.length === 0 && read.wrong.length === 0)
    throw refuse(
      "This is a list of people who get no newsletter: each row has unsubscribed, bounced or complained. There is no address to import.",
    );
  return read;
}

/** An address that ended in one row has ended in all of them. */
function findEndings(rows: readonly CsvRecord[], columns: ImportColumns): Map<string, FileEnding> {
  const endings = new Map<string, FileEnding>();
  for (const { cells } of rows) {
    const ending = readEnding(cells, columns);
    const parsed = ending && parseEmail(firstAddress(cells[columns.email] ?? ""));
    if (ending && parsed && "address" in parsed) endings.set(emailKey(parsed.address), ending);
  }
  return endings;
}

interface Reading {
  columns: ImportColumns;
  endings: Map<string, FileEnding>;
  seen: Map<string, number>;
  timeZone: string;
}

function readRow(
  { line, cells }: CsvRecord,
  { columns, endings, seen, timeZone }: Reading,
  read: ReadImport,
): void {
  const text = firstAddress(cells[columns.email] ?? "");
  const parsed = parseEmail(text);
  if ("wrong" in parsed) return void read.wrong.push({ line, text: text.slice(0, 100), why: parsed.wrong });
  const { address: email } = parsed;
  const key = emailKey(email);
  const before = seen.get(key);
  if (before !== undefined)
    return void read.wrong.push({ line, text: email, why: `Same address as in line ${before}` });
  seen.set(key, line);
  const ending = endings.get(key);
  if (ending) return void read.endedInFile.push({ line, email, ending });
  if (hasUnreadConsent(cells, columns)) read.unreadDates += 1;
  read.candidates.push({ line, email, key, consentedAt: readConsent(cells, columns, timeZone) });
}

function refuse(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
