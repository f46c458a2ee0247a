import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import { priorities, queueMails } from "#app/domain/mail/outbox/outbox.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { type CsvRecord, readCsv } from "#app/lib/text/csv.ts";
import { emailKey, parseEmail } from "#app/lib/text/email.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import { newId, newLinkKey } from "#app/platform/runtime/id.ts";
import { newReference } from "../../leads/intake/reference.ts";
import {
  type FileEnding,
  findImportColumns,
  firstAddress,
  hasUnreadableConsent,
  type ImportColumns,
  readConsent,
  readEnding,
} from "./import-columns.ts";
import { confirmationMail } from "./subscribe.ts";
import { initialSubscription, type Subscriber } from "./subscriber.ts";

/** Result of an import, planned or done. */
export interface ImportPlan {
  fresh: Candidate[];
  /** Addresses that are subscribed or pending. */
  known: Candidate[];
  /** Addresses that unsubscribed, complained or bounced: only their owners can subscribe again. */
  ended: Candidate[];
  /** Addresses that get no newsletter according to the file. */
  endedInFile: EndedLine[];
  wrong: WrongLine[];
  /** Rows with an unreadable date of consent; the day of the import is used. */
  unreadDates: number;
}

export interface SubscriberImportRequest {
  csv: string;
  /** Description of how and when all of them agreed; without it each must confirm. */
  proof: string;
  /** Maximum confirmations per minute. */
  perMinute: number;
  /** Time zone of times without one. */
  timeZone: string;
}

/** Returns the planned result of each line, without storing anything. */
export async function planImport(db: Database, csv: string, timeZone: string): Promise<ImportPlan> {
  const { candidates, ...rest } = readImport(csv, timeZone);
  const plan: ImportPlan = { fresh: [], known: [], ended: [], ...rest };
  for (const batch of chunksOf(candidates)) {
    const statuses = await readStatuses(db, batch);
    for (const one of batch) plan[classify(statuses.get(one.key))].push(one);
  }
  return plan;
}

/** Subscribes the addresses of a file; a repeat adds only missing ones. Returns their number. */
export async function importSubscribers(
  db: Database,
  { csv, proof, perMinute, timeZone }: SubscriberImportRequest,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const checkedProof = plainText({ max: 1000, lines: true }).safeParse(proof);
  if (!checkedProof.success)
    throw validationError([{ path: ["proof"], message: "Use at most 1,000 characters" }]);
  const { fresh } = await planImport(db, csv, timeZone);
  let added = 0;
  for (const batch of chunksOf(fresh)) {
    const schedule = { from: added, perMinute };
    added += await write(db, (tx) => insertBatch(tx, batch, { proof: checkedProof.data, now, schedule }));
  }
  await write(db, (tx) =>
    recordAudit(tx, actor, "subscribers.imported", "subscribers", `${added} addresses`),
  );
  return added;
}

interface BatchOptions {
  proof: string;
  now: Date;
  schedule: { from: number; perMinute: number };
}

async function insertBatch(
  tx: Writing,
  batch: Candidate[],
  { proof, now, schedule }: BatchOptions,
): Promise<number> {
  const rows = batch.map((one) => createSubscriber(one, proof, now));
  const inserted = await tx.query
    .insertInto("subscribers")
    .values(rows)
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("email_key")
    .execute();
  const added = new Set(inserted.map(({ email_key }) => email_key));
  const pending = rows.filter(({ email_key, status }) => status === "pending" && added.has(email_key));
  await queueMails(
    tx,
    pending.map((row, position) =>
      scheduleConfirmation(row, now, schedule.from + position, schedule.perMinute),
    ),
    now,
  );
  return added.size;
}

/** Schedules a confirmation at the set rate, which spreads a long list. */
function scheduleConfirmation(row: Subscriber, now: Date, position: number, perMinute: number) {
  const notBefore = new Date(now.getTime() + Math.floor((position * 60_000) / perMinute));
  return { ...confirmationMail(row, notBefore), priority: priorities.bulk, notBefore };
}

function createSubscriber({ email, key, consentedAt }: Candidate, proof: string, now: Date): Subscriber {
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
    // A future date is an error in the file.
    ...initialSubscription(consentedAt !== "" && consentedAt < at ? consentedAt : at),
    ...(isProven ? { status: "confirmed", confirmed_at: at, confirmed_by: "import" } : { status: "pending" }),
  };
}

async function readStatuses({ query }: Database, batch: readonly Candidate[]) {
  const keys = batch.map(({ key }) => key);
  const rows = await query
    .selectFrom("subscribers")
    .select(["email_key", "status"])
    .where("email_key", "in", keys)
    .execute();
  return new Map(rows.map(({ email_key, status }) => [email_key, status]));
}

function classify(status: Subscriber["status"] | undefined): "fresh" | "known" | "ended" {
  if (status === undefined) return "fresh";
  return status === "unsubscribed" || status === "complained" || status === "bounced" ? "ended" : "known";
}

/** Address of a file. */
interface Candidate {
  /** Line number. */
  line: number;
  email: string;
  key: string;
  /** Time of consent in ISO 8601; empty if missing. */
  consentedAt: string;
}

/** Address that gets no newsletter according to the file. */
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

export const maxImportBytes = 2_000_000;
export const maxImportLines = 20_000;

/**
 * Reads a list of addresses with the error of each line. Throws a DomainError for a file without addresses to mail.
 * @param timeZone zone of times without one
 */
export function readImport(text: string, timeZone: string): ReadImport {
  if (text.length > maxImportBytes)
    throw fileError("A file can have at most 2 MB. Split it into smaller ones.");
  const rows = readCsv(text);
  if (rows.length > maxImportLines)
    throw fileError("A file can have at most 20,000 lines. Split it into smaller ones.");
  const columns = findImportColumns(rows);
  if (!columns)
    throw fileError(
      "No column of this file holds e-mail addresses. Choose a file with one address per line.",
    );
  const read: ReadImport = { candidates: [], endedInFile: [], wrong: [], unreadDates: 0 };
  const body = columns.hasHead ? rows.slice(1) : rows;
  const endings = findEndings(body, columns);
  const seen = new Map<string, number>();
  for (const row of body) readRow(row, { columns, endings, seen, timeZone }, read);
  if (read.candidates.length + read.wrong.length + read.endedInFile.length === 0)
    throw fileError("There is no address in this file.");
  if (read.candidates.length === 0 && read.wrong.length === 0)
    throw fileError(
      "This is a list of people who get no newsletter: each row has unsubscribed, bounced or complained. There is no address to import.",
    );
  return read;
}

/** Finds the ending of each address: one row with an ending applies to all its rows. */
function findEndings(rows: readonly CsvRecord[], columns: ImportColumns): Map<string, FileEnding> {
  const endings = new Map<string, FileEnding>();
  for (const { cells } of rows) {
    const ending = readEnding(cells, columns);
    const parsed = ending && parseEmail(firstAddress(cells[columns.email] ?? ""));
    if (ending && parsed && "address" in parsed) endings.set(emailKey(parsed.address), ending);
  }
  return endings;
}

interface RowContext {
  columns: ImportColumns;
  endings: Map<string, FileEnding>;
  seen: Map<string, number>;
  timeZone: string;
}

function readRow(
  { line, cells }: CsvRecord,
  { columns, endings, seen, timeZone }: RowContext,
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
  if (hasUnreadableConsent(cells, columns)) read.unreadDates += 1;
  read.candidates.push({ line, email, key, consentedAt: readConsent(cells, columns, timeZone) });
}

function fileError(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
