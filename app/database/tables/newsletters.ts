/** The pictures a newsletter shows. */
export interface NewsletterFileTable {
  newsletter_id: string;
  file_id: string;
}

/** One newsletter. Once its sending has begun its words stay as they are. */
export interface NewsletterTable {
  id: string;
  subject: string;
  /** The line mail programs show behind the subject. */
  preview: string;
  /** Rich text as JSON. */
  body: string;
  /** Its address in the archive, from the moment it is sent; the key is null until then. */
  slug: string;
  slug_key: string | null;
  state: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
  version: number;
  /** Whether the archive shows it: 0 or 1. */
  is_public: number;
  author_id: string | null;
  created_at: string;
  updated_at: string;
  send_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  /** When the next readers are due. */
  next_batch_at: string | null;
  /** Id of the last subscriber whose mail was queued; empty before the first. */
  reached: string;
  /** Confirmed subscribers when it began. */
  total: number;
  sent: number;
  /** Kept in the data folder and not sent, for want of a mail server. */
  kept: number;
  failed: number;
  /** Not sent, because the reader left meanwhile or the rest was cancelled. */
  dropped: number;
  /** Readers who left by a link of this issue. */
  unsubscribed: number;
  /** Why it pauses, when nobody asked for it. */
  note: string;
}
