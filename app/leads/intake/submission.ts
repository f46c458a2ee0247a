import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";
import type { Limit } from "#app/platform/limits/limits.ts";
import { emailSchema } from "#app/text/email.ts";
import { phoneSchema } from "#app/text/phone.ts";
import { plainText } from "#app/text/plain-text.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";
import { type FormSigns, type SpamHabits, spamReasons } from "../spam.ts";
import { callFields, describeCallForm } from "./call-form.ts";
import {
  contactFields,
  describeContactForm,
  type FieldData,
  hiddenFields,
  type LeadFormDescription,
} from "./forms.ts";
import { describeNewsletterForm, newsletterFields } from "./newsletter-form.ts";

/** A form as it came from a page, taken apart. */
export interface FormValues {
  /** For the schema: fields by name; a field that came twice is a list, which the schema refuses in words. */
  input: Record<string, unknown>;
  /** The text of each field as typed, to show it again beside what is wrong with it. */
  typed: Record<string, string>;
  isConsentTicked: boolean;
  /** The part of the metadata that only the form knows. */
  sent: Pick<SubmissionMetadata, "honeypot" | "elapsedMs" | "sourcePath" | "referrer" | "consentText">;
}

/** Reads only the fields of the description; whatever else a browser or a stranger adds is left out. */
export function readLeadForm(form: LeadFormDescription, data: FormData): FormValues {
  const read = (name: string): unknown => {
    const [value = "", ...more] = data.getAll(name);
    return more.length === 0 ? value : [value, ...more];
  };
  const names = form.fields.map(({ name }) => name);
  const isConsentTicked = /^(on|yes|true|1)$/.test(firstText(data, "consent"));
  return {
    input: { ...Object.fromEntries(names.map((name) => [name, read(name)])), consent: isConsentTicked },
    typed: Object.fromEntries(names.map((name) => [name, firstText(data, name)])),
    isConsentTicked,
    sent: {
      honeypot: firstText(data, hiddenFields.honeypot),
      elapsedMs: readMilliseconds(firstText(data, hiddenFields.elapsed)),
      sourcePath: firstText(data, hiddenFields.source),
      referrer: firstText(data, hiddenFields.referrer),
      consentText: form.consent,
    },
  };
}

function firstText(data: FormData, name: string): string {
  const value = data.getAll(name).find((one) => typeof one === "string");
  return typeof value === "string" ? value : "";
}

function readMilliseconds(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** What a visitor writes to the company. */
export const messageSchema = z
  .strictObject({
    name: line(contactFields.name),
    email: email(contactFields.email),
    phone: phone(contactFields.phone),
    company: line(contactFields.company),
    service: line(contactFields.service),
    message: line(contactFields.message),
    consent: consent(
      describeContactForm(),
      "Please agree that we may keep what you write, so that we can answer",
    ),
  })
  .meta({ required: ["name", "email", "message", "consent"] });

/** A wish to be called or written to. */
export const callSchema = z
  .strictObject({
    name: line(callFields.name),
    phone: phone(callFields.phone),
    email: email(callFields.email),
    bestTime: line(callFields.bestTime),
    topic: line(callFields.topic),
    consent: consent(
      describeCallForm(),
      "Please agree that we may keep what you write, so that we can call back",
    ),
  })
  .refine(({ phone, email }) => phone !== "" || email !== "", {
    error: callFields.phone.missing,
    path: ["phone"],
    when: ({ issues }) =>
      !issues.some(({ path }) => path?.length === 0 || path?.[0] === "phone" || path?.[0] === "email"),
  })
  .meta({ required: ["name", "consent"], anyOf: [{ required: ["phone"] }, { required: ["email"] }] });

/** An address for the newsletter. */
export const subscriberSchema = z
  .strictObject({
    email: email(newsletterFields.email),
    consent: consent(describeNewsletterForm(), "Please agree that we send you the newsletter"),
  })
  .meta({ required: ["email", "consent"] });

function line(field: FieldData) {
  const { max, input, required, missing } = field;
  const text = plainText({ max, lines: input === "text" }).prefault("");
  return (required ? text.pipe(z.string().min(1, missing)) : text).meta(described(field));
}

function email(field: FieldData) {
  const address = emailSchema(field.required ? field.missing : undefined).prefault("");
  return address.meta({ ...described(field), format: "email" });
}

function phone(field: FieldData) {
  return phoneSchema().prefault("").meta(described(field));
}

function consent(form: LeadFormDescription, missing: string) {
  return z.literal(true, missing).meta({ description: `That the person agreed to this: “${form.consent}”` });
}

function described({ label, hint, max, required }: FieldData) {
  return {
    description: [label, hint].filter(Boolean).join(". "),
    maxLength: max,
    ...(required ? { minLength: 1, default: undefined } : {}),
  };
}

/** Where something sent in came from, as the request and the form tell it. */
export interface SubmissionMetadata extends FormSigns {
  /** Network address of the sender. */
  address: string;
  userAgent?: string | null;
  /** Page of ours it was sent from. */
  sourcePath?: string | null;
  /** Address of the page that led there, when a script told it. */
  referrer?: string | null;
  idempotencyKey?: string | null;
  /** The sentence agreed to, as shown. */
  consentText: string;
  now: Date;
}

/** What came with a form, in the columns that every kind of lead has. */
export function metadataColumns(metadata: SubmissionMetadata, texts: readonly string[], habits?: SpamHabits) {
  const at = metadata.now.toISOString();
  return {
    consent_text: clip(metadata.consentText, 1000),
    source_path: ownPath(metadata.sourcePath),
    network: networkOf(clip(metadata.address, 60)),
    user_agent: clip(metadata.userAgent, 400),
    spam_reasons: spamReasons(metadata, texts, habits).join(" "),
    idempotency_key: readKey(metadata.idempotencyKey),
    created_at: at,
    updated_at: at,
  };
}

/** The page that led here, without its query: others' queries can carry what is none of our business. */
export function referrerColumn(metadata: SubmissionMetadata): string {
  const url = URL.parse(clip(metadata.referrer, 2000));
  return url && /^https?:$/.test(url.protocol) ? clip(`${url.origin}${url.pathname}`, 500) : "";
}

function readKey(key: string | null | undefined): string | null {
  if (key === null || key === undefined) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const message = "Give a key of 1 to 200 letters, digits and signs, without spaces";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

function ownPath(path: string | null | undefined): string {
  const text = clip(path, 500);
  return /^\/(?!\/)/.test(text) ? text : "";
}

/** Untrusted text of any kind made fit for a column: whole characters, no controls, not too long. */
function clip(text: string | null | undefined, max: number): string {
  return (text ?? "")
    .slice(0, max)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** What the sender is told: the number to quote. */
export interface Accepted {
  reference: string;
}

/**
 * A number to quote, such as `FD-7K3M-9QX2`: seven random characters and one that checks them. Crockford's alphabet has
 * no I, L, O and U, so that it survives the telephone; any one wrong character and any two swapped ones are noticed.
 */
export function newReference(): string {
  const values = Array.from({ length: 7 }, () => randomInt(32));
  return writeReference([...values, checkOf(values)]);
}

/** The reference somebody typed or said, in its one written form; null when it is none or has a slip in it. */
export function readReference(text: string): string | null {
  const bare = text
    .toUpperCase()
    .replace(/[\s.–-]/g, "")
    // Its own characters may begin like the prefix.
    .replace(/^FD(?=.{8}$)/, "");
  const plain = bare.replace(/O/g, "0").replace(/[IL]/g, "1");
  const values = [...plain].map((character) => alphabet.indexOf(character));
  if (values.length !== 8 || values.includes(-1)) return null;
  return checkOf(values.slice(0, 7)) === values[7] ? writeReference(values) : null;
}

/** Whether a text is a reference, however it is spaced and cased. */
export function isReference(text: string): boolean {
  return readReference(text) !== null;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function writeReference(values: number[]): string {
  const text = values.map((value) => alphabet[value]).join("");
  return `FD-${text.slice(0, 4)}-${text.slice(4)}`;
}

/** A polynomial over the field of 32 elements (x⁵ + x² + 1): every place weighs differently. */
function checkOf(values: number[]): number {
  return values.reduce((sum, value) => double(sum ^ value), 0);
}

function double(value: number): number {
  return value & 16 ? (value << 1) ^ 0b100101 : value << 1;
}

export const keyKeptMs = 24 * 3_600_000;

/** Runs `work` in one transaction, and again when the number or address it wanted was taken meanwhile. */
export async function retryOnCollision(
  db: Database,
  work: (tx: Writing) => Promise<Accepted>,
): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(db, work);
    } catch (error) {
      if (attempt === 3 || !db.engine.isTaken(error)) throw error;
    }
  }
}

/**
 * The answer given before to the same Idempotency-Key, for a day; null for a new key. Holds off others with this key until
 * the transaction ends. Throws a DomainError when the key stood for other content.
 */
export async function findByKey(
  tx: Writing,
  kind: LeadKind | "subscriber",
  sent: { idempotency_key: string | null; fingerprint: string },
  now: Date,
): Promise<Accepted | null> {
  const { idempotency_key: key, fingerprint } = sent;
  if (key === null) return null;
  const isSubscriber = kind === "subscriber";
  await tx.engine.lock(tx.query, `${isSubscriber ? "subscribers" : pluralOf[kind]}:key:${key}`);
  const row = isSubscriber ? await findSubscriber(tx, key) : await findSentLead(tx, kind, key);
  if (!row) return null;
  if (row.updated_at <= new Date(now.getTime() - keyKeptMs).toISOString()) {
    const table = isSubscriber ? "subscribers" : "leads";
    await tx.query.updateTable(table).set({ idempotency_key: null }).where("id", "=", row.id).execute();
    return null;
  }
  if (row.fingerprint === fingerprint) return { reference: row.reference };
  const message = "This key was used for something else; take a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

const sentColumns = ["id", "reference", "fingerprint", "updated_at"] as const;

function findSentLead({ query }: Writing, kind: LeadKind, key: string) {
  return query
    .selectFrom("leads")
    .select(sentColumns)
    .where("idempotency_key", "=", key)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

function findSubscriber({ query }: Writing, key: string) {
  return query
    .selectFrom("subscribers")
    .select(sentColumns)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Forgets the keys of more than a day ago; answers how many. */
export async function forgetOldKeys(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyKeptMs).toISOString();
  let forgotten = 0;
  for (const table of ["leads", "subscribers"] as const) {
    const result = await db.query
      .updateTable(table)
      .set({ idempotency_key: null })
      .where("idempotency_key", "is not", null)
      .where("updated_at", "<=", before)
      .executeTakeFirst();
    forgotten += Number(result.numUpdatedRows);
  }
  return forgotten;
}

/** How often one sender, and one network, may send what form. */
const rules = {
  messages: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  calls: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  subscribers: {
    sender: [
      { max: 5, seconds: 1800 },
      { max: 10, seconds: 86_400 },
    ],
    network: [{ max: 20, seconds: 600 }],
  },
} as const;

type LimitedForm = keyof typeof rules;

/** @param sender key of an e-mail address, or a phone number; kept only as a hash */
export function limitsFor(form: LimitedForm, sender: string, network: string): Limit[] {
  const hash = createHash("sha256").update(sender).digest("base64url").slice(0, 22);
  const subjects = { sender: hash, network };
  return (["sender", "network"] as const).flatMap((by) =>
    rules[form][by].map(({ max, seconds }) => ({
      rule: `${form}:${by}:${seconds}`,
      subject: subjects[by],
      max,
      seconds,
    })),
  );
}

/** What two sendings of the same content have in common. */
export function fingerprintOf(kind: string, values: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, ...values]))
    .digest("base64url");
}
