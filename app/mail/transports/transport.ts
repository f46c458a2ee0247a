import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostNameOf } from "#app/platform/network.ts";
import { isLoopback } from "#app/platform/settings/wrong-setting.ts";
import { composeMessage, type MimeMessage, type Sender, writeMessage } from "./message.ts";

export interface SmtpTimeouts {
  /** Milliseconds for the connection, and then for the server's greeting. */
  connectMs: number;
  /** Milliseconds without a byte. */
  silentMs: number;
}

/** Hands mail to the deployer's server over a few connections that are kept for a moment. */
export function openSmtpTransport(
  url: URL,
  from: Sender,
  waits: SmtpTimeouts = { connectMs: 10_000, silentMs: 20_000 },
): Transport {
  let pool: Promise<Awaited<ReturnType<typeof connect>>> | undefined;
  return {
    async deliver(message, signal) {
      pool ??= connect(url, waits);
      await (await pool).sendMail({ ...composeMessage(message, from), signal });
      return "sent";
    },
    async isThere(signal) {
      pool ??= connect(url, waits);
      const late = new Promise<false>((resolve) => signal.addEventListener("abort", () => resolve(false)));
      const verified = (await pool).verify().then(
        () => true,
        () => false,
      );
      return Promise.race([verified, late]);
    },
    close: () => void pool?.then((opened) => opened.close()),
  };
}

/** Connects and signs in, and sends nothing; throws what Nodemailer says where that does not do. */
export async function tryMailServer(url: URL, waits: SmtpTimeouts): Promise<void> {
  const opened = await connect(url, waits);
  try {
    await opened.verify();
  } finally {
    opened.close();
  }
}

/** Loaded with the first mail: a site that sends none does without it. */
async function connect(url: URL, { connectMs, silentMs }: SmtpTimeouts) {
  const { createTransport } = await import("nodemailer");
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isSecure = url.protocol === "smtps:";
  return createTransport({
    pool: true,
    maxConnections: 8,
    maxMessages: 100,
    maxRequeues: 1,
    idleTimeout: 30_000,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    host: hostNameOf(url),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password goes over the open network only inside TLS.
    requireTLS: user !== "" && !isLoopback(url.hostname),
    ...(user === "" ? {} : { auth: { user, pass } }),
  });
}

/** Without a mail server: each mail becomes a file that mail programs open, for the eyes of the product's owner alone. */
export function openFolderTransport(folder: string, from: Sender): Transport {
  return {
    async deliver(message) {
      const bytes = await writeMessage(message, from);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${message.id}.draft`);
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, join(folder, `${message.id}.eml`));
      return "stored";
    },
    isThere: async () => true,
    close: () => {},
  };
}

/** The way a mail leaves. */
export interface Transport {
  /** Answers what became of it; throws when it did not leave. Gives up when the signal says so. */
  deliver(message: MimeMessage, signal: AbortSignal): Promise<"sent" | "stored">;
  /** Whether the server answers at all; false when the signal says to wait no longer. */
  isThere(signal: AbortSignal): Promise<boolean>;
  close(): void;
}
