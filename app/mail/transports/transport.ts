import type { MimeMessage } from "./message.ts";

/** The way a mail leaves. */
export interface Transport {
  /** Answers what became of it; throws when it did not leave. Gives up when the signal says so. */
  deliver(message: MimeMessage, signal: AbortSignal): Promise<"sent" | "kept">;
  /** Whether the server answers at all; false when the signal says to wait no longer. */
  isThere(signal: AbortSignal): Promise<boolean>;
  close(): void;
}
