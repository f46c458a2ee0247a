import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { type Database, write } from "#app/platform/database/database.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import type { MailCompany } from "./company.ts";
import type { Delivery } from "./outbox/deliver.ts";
import { decryptContent, type OutgoingMail, queueMail } from "./outbox/outbox.ts";
import type { MailContent, TemplateContent, TemplateName } from "./templates/mail-content.ts";
import { renderMail } from "./templates/render-mail.tsx";
import { openSmtpTransport, type SmtpTimeouts } from "./transports/transport.ts";

export const noon = new Date("2026-03-01T12:00:00.000Z");
export const mailFrom = { name: "Kolpona", address: "hello@kolpona.example" };
export const company: MailCompany = {
  name: "Kolpona",
  url: new URL("https://www.kolpona.example"),
  email: "hello@kolpona.example",
  timeZone: "Asia/Dhaka",
  replyTime: "three hours on a working day",
};

/** Creates a clock that only moves forward on request. */
export function aClock() {
  let now = noon;
  return {
    now: () => now,
    forward(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
  };
}

const link = "https://www.kolpona.example/verify-email?token=s3cret";

/** Templates that greet a person by name. */
type Personal = Exclude<
  TemplateName,
  "confirm-newsletter" | "known-reader" | "lead-receipt" | "lead-reply" | "notice"
>;

/** Returns one mail of every template that contains a name. */
export function everyMail(name = "Rahima"): TemplateContent[] {
  const at = noon;
  const mails: {
    [Name in Personal]: Omit<Extract<TemplateContent, { template: Name }>, "template" | "name">;
  } = {
    verify: { link },
    "already-registered": { signInLink: link, resetLink: `${link}-reset` },
    welcome: { link },
    reset: { link },
    "password-changed": { at, link, passkeys: [] },
    "email-change-old": { newEmail: "rahima.new@shapla.example", link, cancelLink: `${link}-cancel` },
    "email-change-new": { link },
    "email-changed": { newEmail: "rahima.new@shapla.example", link },
    "new-device": { at, browser: "Firefox on Linux", network: "203.0.113.0/24", link },
    "credential-changed": { what: "passkey-added", at, link },
    "role-changed": { role: "editor", link },
    "account-closed": { isClosed: true, link },
    "webhook-off": { host: "hooks.shapla.example", why: "It answered 410: it is gone.", link },
    "deletion-asked": { on: new Date("2026-03-15T12:00:00Z"), link },
    "backup-failed": {
      at,
      problems: ["The file “mill.jpg” is not whole."],
      link: "https://www.kolpona.example/dashboard/backups",
    },
    increments: {
      what: "failing",
      at,
      says: "The disk is full.",
      link: "https://www.kolpona.example/dashboard/backups",
    },
    "mail-surge": { count: 412, link: "https://www.kolpona.example/dashboard/mail" },
    deleted: {},
    invited: { link },
    test: { at },
    canary: { what: "broken", at, says: "The form can’t be opened." },
  };
  // Object.entries loses the pairing of template and content.
  return Object.entries(mails).map(([template, part]) => ({ template, name, ...part }) as TemplateContent);
}

export async function queue(db: Database, part: Partial<OutgoingMail> = {}, now = noon): Promise<void> {
  const mail = { template: "verify", name: "Rahima", link } as const;
  await write(db, (tx) => queueMail(tx, { to: "rahima@shapla.example", mail, ...part }, now));
}

export function readOutbox(db: Database) {
  return db.query.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** Creates a sender's dependencies for a test mail server. */
export function aDelivery(
  db: Database,
  port: number,
  timeouts?: SmtpTimeouts,
): Delivery & { lines: string[]; clock: ReturnType<typeof aClock> } {
  const lines: string[] = [];
  return {
    db,
    lines,
    clock: aClock(),
    transport: openSmtpTransport(new URL(`smtp://127.0.0.1:${port}`), mailFrom, {
      publicUrl: company.url,
      ...timeouts,
    }),
    log: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    renderQueued: async ({ content, subject }) => ({
      ...renderSystemMail(decryptContent(db.encryption, content)),
      subject,
      earlier: [],
      isPersonal: false,
    }),
    onSettled: async () => {},
    maxPerMinute: async () => 300,
  };
}

function renderSystemMail(mail: MailContent) {
  if (mail.template === "newsletter") throw new TypeError("A newsletter has no template of the product.");
  return renderMail(mail, { company, lifetime: "" });
}

export interface Received {
  from: string;
  to: string[];
  raw: string;
}

/** Starts a mail server on loopback that stores received mail. */
export async function startSmtp({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    hideSTARTTLS: true,
    logger: false,
    closeTimeout: 200,
    onData(stream, session, done) {
      stream.setEncoding("utf8");
      let raw = "";
      stream.on("data", (chunk: string) => (raw += chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: portOf(server.server.address()), received, [Symbol.asyncDispose]: close };
}

/** Starts a proxy that records the client's lines and can drop a connection instead of a reply. */
export async function startSmtpProxy(
  target: number,
  { dropReplyTo = (_line: string): boolean => false } = {},
) {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    upstream.pipe(client);
    client.on("data", (bytes) => {
      const received = bytes.toString("utf8").replace(/\r\n$/, "").split("\r\n");
      lines.push(...received);
      if (!received.some(dropReplyTo)) return void upstream.write(bytes);
      upstream
        .unpipe(client)
        .once("data", () => client.destroy())
        .resume();
      upstream.write(bytes);
    });
    client.on("close", () => upstream.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: portOf(server.address()), lines, [Symbol.asyncDispose]: close };
}

/** Finds a port without a listener. */
export async function aClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until a condition holds. */
export async function until(isMet: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    if (await isMet()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("The condition was not met in time.");
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
