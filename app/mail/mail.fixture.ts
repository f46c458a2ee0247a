import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { type Database, write } from "#app/database/database.ts";
import { createLogger } from "#app/platform/log.ts";
import type { MailCompany } from "./company.ts";
import type { Delivery } from "./outbox/deliver.ts";
import { type OutgoingMail, openContent, queueMail } from "./outbox/outbox.ts";
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

/** A clock that stands until it is moved. */
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

/** Those that greet somebody by name. */
type Personal = Exclude<
  TemplateName,
  "confirm-newsletter" | "known-reader" | "lead-receipt" | "lead-reply" | "notice"
>;

/** One mail of every template that has somebody's name in it. */
export function everyMail(name = "Rahima"): TemplateContent[] {
  const at = noon;
  const mails: {
    [Each in Personal]: Omit<Extract<TemplateContent, { template: Each }>, "template" | "name">;
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
      says: "There is no room left on the disk.",
      link: "https://www.kolpona.example/dashboard/backups",
    },
    "mail-surge": { count: 412, link: "https://www.kolpona.example/dashboard/mail" },
    deleted: {},
    invited: { link },
    test: { at },
    canary: { what: "broken", at, says: "The form can’t be opened." },
  };
  // Each part is paired with its own template's name above; entries() forgets which.
  return Object.entries(mails).map(([template, part]) => ({ template, name, ...part }) as TemplateContent);
}

export async function queue(db: Database, part: Partial<OutgoingMail> = {}, now = noon): Promise<void> {
  const mail = { template: "verify", name: "Rahima", link } as const;
  await write(db, (tx) => queueMail(tx, { to: "rahima@shapla.example", mail, ...part }, now));
}

export function readOutbox(db: Database) {
  return db.query.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").execute();
}

/** What a sender stands on, mailing to a server of the test's own. */
export function aDelivery(
  db: Database,
  port: number,
  waits?: SmtpTimeouts,
): Delivery & { lines: string[]; clock: ReturnType<typeof aClock> } {
  const lines: string[] = [];
  return {
    db,
    lines,
    clock: aClock(),
    transport: openSmtpTransport(new URL(`smtp://127.0.0.1:${port}`), mailFrom, {
      publicUrl: company.url,
      ...waits,
    }),
    log: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    setMail: async ({ content, subject }) => ({
      ...renderSystemMail(openContent(db.encryption, content)),
      subject,
      earlier: [],
      isPersonal: false,
    }),
    afterwards: async () => {},
    mostPerMinute: async () => 300,
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

/** A real mail server on loopback that keeps what it takes. */
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

/** Stands before another port and keeps what the client says, line by line; the answer to a line can be lost with the connection. */
export async function startTap(target: number, { hideAnswerTo = (_line: string): boolean => false } = {}) {
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) sockets.add(socket.on("error", () => {}));
    upstream.pipe(client);
    client.on("data", (bytes) => {
      const lines = bytes.toString("utf8").replace(/\r\n$/, "").split("\r\n");
      said.push(...lines);
      if (!lines.some(hideAnswerTo)) return void upstream.write(bytes);
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
  return { port: portOf(server.address()), said, [Symbol.asyncDispose]: close };
}

/** A port at which nobody listens. */
export async function aClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Asks again and again until it is so. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 15_000): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("It did not come to that in time.");
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("No port could be had.");
  return address.port;
}
