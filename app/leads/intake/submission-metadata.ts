import { networkOf } from "#app/http/listener/client-address.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { type FormSigns, type SpamHabits, spamReasons } from "../spam/spam.ts";

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

/** An origin in the columns that every kind of lead has. */
export function metadataColumns(origin: SubmissionMetadata, texts: readonly string[], habits?: SpamHabits) {
  const at = origin.now.toISOString();
  return {
    consent_text: clip(origin.consentText, 1000),
    source_path: ownPath(origin.sourcePath),
    network: networkOf(clip(origin.address, 60)),
    user_agent: clip(origin.userAgent, 400),
    spam_reasons: spamReasons(origin, texts, habits).join(" "),
    idempotency_key: readKey(origin.idempotencyKey),
    created_at: at,
    updated_at: at,
  };
}

/** The page that led here, without its query: others' queries can carry what is none of our business. */
export function referrerColumn(origin: SubmissionMetadata): string {
  const url = URL.parse(clip(origin.referrer, 2000));
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
