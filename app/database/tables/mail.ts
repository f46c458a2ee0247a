import type { Generated } from "kysely";

/** One mail each; `id` is also the stable part of its Message-ID. */
export interface OutboxTable {
  id: string;
  to_address: string;
  /** What two spellings of one mailbox have in common. */
  to_key: string;
  subject: string;
  template: string;
  /** What the words need, as sealed JSON; empty once a mail whose links are secrets has left or may not leave any more. */
  content: string;
  person_id: string | null;
  /** Kept: written into the data folder, for want of a mail server. Held: its batch pauses. Dead: given up. Dropped: not wanted any more. */
  status: "waiting" | "held" | "sent" | "kept" | "dead" | "dropped";
  /** Counted when it is taken in hand, so that a mail that ends the process is not tried for ever. */
  attempts: number;
  next_attempt_at: string;
  expires_at: string | null;
  last_error: string;
  created_at: string;
  sent_at: string | null;
  /** Until then one instance has it in hand. */
  claimed_until: string | null;
  /** 0: letters to one person. 1: what goes to many, which never holds those up. */
  lane: Generated<number>;
  /** What many get together, such as a newsletter's id; no mailbox gets it twice. */
  batch: string | null;
  /** The mail that this one repeats, word for word. */
  copy_of: Generated<string | null>;
}
