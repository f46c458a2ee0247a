import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { hostNameOf } from "#app/platform/network.ts";
import { isLoopback } from "#app/platform/settings/wrong-setting.ts";
import { composeMessage, encodeNames, type MimeMessage, type Sender, writeMessage } from "./message.ts";

export interface SmtpTimeouts {
  /** Milliseconds for the connection, and then for the server's greeting. */
  connectMs: number;
  /** Milliseconds without a byte. */
  silentMs: number;
}

interface SmtpOptions extends SmtpTimeouts {
  /** The address of the site, whose host introduces us to the mail server. */
  publicUrl: URL;
}

const usualWaits: SmtpTimeouts = { connectMs: 10_000, silentMs: 20_000 };

/** Hands mail to the deployer's server over a few connections that are kept for a moment. */
export function openSmtpTransport(
  url: URL,
  from: Sender,
  { publicUrl, ...waits }: Pick<SmtpOptions, "publicUrl"> & Partial<SmtpTimeouts>,
): Transport {
  const options = { ...usualWaits, ...waits, publicUrl };
  let pool: Promise<Awaited<ReturnType<typeof connect>>> | undefined;
  return {
    async deliver(message, signal) {
      pool ??= connect(url, options);
      await (await pool).sendMail({ ...composeMessage(message, from), signal });
      return "sent";
    },
    async isThere(signal) {
      pool ??= connect(url, options);
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
export async function tryMailServer(url: URL, options: SmtpOptions): Promise<void> {
  const opened = await connect(url, options);
  try {
    await opened.verify();
  } finally {
    opened.close();
  }
}

/** Loaded with the first mail: a site that sends none does without it. */
async function connect(url: URL, { connectMs, silentMs, publicUrl }: SmtpOptions) {
  const { createTransport } = await import("nodemailer");
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const isSecure = url.protocol === "smtps:";
  const transport = createTransport({
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
    ...helloOf(publicUrl),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password goes over the open network only inside TLS.
    requireTLS: user !== "" && !isLoopback(url.hostname),
    ...(user === "" ? {} : { auth: { user, pass } }),
  });
  transport.use("stream", encodeNames);
  return transport;
}

/** A name without a dot, as containers have, counts as a sign of spam. */
function helloOf({ hostname }: URL): { name?: string } {
  return hostname.includes(".") && isIP(hostname) === 0 ? { name: hostname } : {};
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
