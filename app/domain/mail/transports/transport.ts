import { mkdir, rename, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { hostNameOf } from "#app/platform/runtime/network.ts";
import { isLoopback } from "#app/platform/settings/wrong-setting.ts";
import { composeMessage, encodeNames, type MimeMessage, type Sender, writeMessage } from "./message.ts";

export interface SmtpTimeouts {
  /** Timeout of the connection, and then of the server's greeting. */
  connectMs: number;
  /** Timeout without received data. */
  silentMs: number;
}

interface SmtpOptions extends SmtpTimeouts {
  /** URL of the site, whose host is sent in EHLO. */
  publicUrl: URL;
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 10_000, silentMs: 20_000 };

/** Opens a transport to the deployer's mail server with pooled connections. */
export function openSmtpTransport(
  url: URL,
  from: Sender,
  { publicUrl, ...timeouts }: Pick<SmtpOptions, "publicUrl"> & Partial<SmtpTimeouts>,
): Transport {
  const options = { ...defaultTimeouts, ...timeouts, publicUrl };
  let pool: Promise<Awaited<ReturnType<typeof connect>>> | undefined;
  return {
    async deliver(message, signal) {
      pool ??= connect(url, options);
      await (await pool).sendMail({ ...composeMessage(message, from), signal });
      return "sent";
    },
    async isReachable(signal) {
      pool ??= connect(url, options);
      const aborted = new Promise<false>((resolve) => signal.addEventListener("abort", () => resolve(false)));
      const verified = (await pool).verify().then(
        () => true,
        () => false,
      );
      return Promise.race([verified, aborted]);
    },
    close: () => void pool?.then((opened) => opened.close()),
  };
}

/** Connects and signs in without sending. Throws Nodemailer's error on failure. */
export async function tryMailServer(url: URL, options: SmtpOptions): Promise<void> {
  const opened = await connect(url, options);
  try {
    await opened.verify();
  } finally {
    opened.close();
  }
}

/** Loads Nodemailer on first use, since many sites send no mail. */
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
    ...ehloOptions(publicUrl),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password goes over the open network only inside TLS.
    requireTLS: user !== "" && !isLoopback(url.hostname),
    ...(user === "" ? {} : { auth: { user, pass } }),
  });
  transport.use("stream", encodeNames);
  return transport;
}

/** Omits a name without a dot, as in containers, which counts as a sign of spam. */
function ehloOptions({ hostname }: URL): { name?: string } {
  return hostname.includes(".") && isIP(hostname) === 0 ? { name: hostname } : {};
}

/** Opens a transport that stores each mail as an `.eml` file readable only by its owner. */
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
    isReachable: async () => true,
    close: () => {},
  };
}

/** Transport of mail. */
export interface Transport {
  /** Sends a mail and returns the result. Throws on failure or abort. */
  deliver(message: MimeMessage, signal: AbortSignal): Promise<"sent" | "stored">;
  /** Whether the server responds; false on abort. */
  isReachable(signal: AbortSignal): Promise<boolean>;
  close(): void;
}
