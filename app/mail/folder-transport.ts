import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Mailbox } from "#app/platform/mailbox.ts";
import { composeMessage } from "./message.ts";
import type { Transport } from "./transport.ts";

/** Without a mail server: each mail becomes a file that mail programs open, for the eyes of the product's owner alone. */
export function openFolderTransport(folder: string, from: Mailbox): Transport {
  return {
    async deliver(message) {
      const { createTransport } = await import("nodemailer");
      const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message: bytes } = await writer.sendMail(composeMessage(message, from));
      if (!Buffer.isBuffer(bytes)) throw new TypeError("The mail was not written as bytes.");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${message.id}.draft`);
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, join(folder, `${message.id}.eml`));
      return "kept";
    },
    close: () => {},
  };
}
