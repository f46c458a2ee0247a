import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MimeMessage, type Sender, writeMessage } from "./message.ts";

/** Without a mail server: each mail becomes a file that mail programs open, for the eyes of the product's owner alone. */
export function openFolderTransport(folder: string, from: Sender): Transport {
  return {
    async deliver(message) {
      const bytes = await writeMessage(message, from);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${message.id}.draft`);
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, join(folder, `${message.id}.eml`));
      return "kept";
    },
    isThere: async () => true,
    close: () => {},
  };
}

/** The way a mail leaves. */
export interface Transport {
  /** Answers what became of it; throws when it did not leave. Gives up when the signal says so. */
  deliver(message: MimeMessage, signal: AbortSignal): Promise<"sent" | "kept">;
  /** Whether the server answers at all; false when the signal says to wait no longer. */
  isThere(signal: AbortSignal): Promise<boolean>;
  close(): void;
}
