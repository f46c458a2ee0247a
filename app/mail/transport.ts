import type { Message } from "./message.ts";

/** The way a mail leaves. */
export interface Transport {
  /** Answers what became of it; throws when it did not leave. Gives up when the signal says so. */
  deliver(message: Message, signal: AbortSignal): Promise<"sent" | "kept">;
  close(): void;
}
