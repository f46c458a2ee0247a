import { cutText } from "#app/lib/text/cut.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";
import { type FormSigns, type SpamHabits, spamReasons } from "../spam.ts";
import { readIdempotencyKey } from "./idempotency.ts";

/** Metadata of a submission from its request and form. */
export interface SubmissionMetadata extends FormSigns {
  /** IP address of the sender. */
  address: string;
  userAgent?: string | null;
  /** Path of the page with the form. */
  sourcePath?: string | null;
  /** Referrer of that page; only with JavaScript. */
  referrer?: string | null;
  idempotencyKey?: string | null;
  /** Consent text as shown. */
  consentText: string;
  now: Date;
}

/** Returns the columns shared by leads and subscribers. Throws a DomainError for a malformed idempotency key. */
export function metadataColumns(metadata: SubmissionMetadata, texts: readonly string[], habits?: SpamHabits) {
  const at = metadata.now.toISOString();
  return {
    consent_text: clip(metadata.consentText, 1000),
    source_path: ownPath(metadata.sourcePath),
    network: networkOf(clip(metadata.address, 60)),
    user_agent: clip(metadata.userAgent, 400),
    spam_reasons: spamReasons(metadata, texts, habits).join(" "),
    idempotency_key: readIdempotencyKey(metadata.idempotencyKey),
    created_at: at,
    updated_at: at,
  };
}

/** Returns the referrer without its query, which may contain private data of other sites. */
export function referrerColumn(metadata: SubmissionMetadata): string {
  const url = URL.parse(clip(metadata.referrer, 2000));
  return url && /^https?:$/.test(url.protocol) ? clip(`${url.origin}${url.pathname}`, 500) : "";
}

function ownPath(path: string | null | undefined): string {
  const text = clip(path, 500);
  return /^\/(?!\/)/.test(text) ? text : "";
}

/** Cleans untrusted text for a column: well-formed, without control characters, at most `max` UTF-16 units. */
function clip(text: string | null | undefined, max: number): string {
  return cutText(text ?? "", max)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}
