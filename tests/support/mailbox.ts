import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, isIPv4 } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** Received mail. */
export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
}

export interface Mailbox {
  /** Value for SMTP_URL. */
  smtpUrl: string;
  /** HTTP address at which tests in other processes read received mails. */
  url: string;
  stop(): Promise<void>;
}

/** Mail server on loopback that accepts everything and shows it by HTTP: `GET /?to=ADDRESS` returns the mails, oldest first, `GET /` their number. */
export async function startMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      readAll(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then(({ subject = "", text = "", headers: all }) => {
          const headers = Object.fromEntries(all.map(({ key, value }) => [key, value]));
          for (const { address } of session.envelope.rcptTo)
            received.push({ to: address, subject, text, headers });
          done();
        }, done);
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? "/", "http://mailbox").searchParams.get("to");
    response.setHeader("content-type", "application/json");
    if (to === null) return response.end(JSON.stringify(count(received)));
    return response.end(
      JSON.stringify(received.filter((mail) => mail.to.toLowerCase() === to?.toLowerCase())),
    );
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    url: `http://127.0.0.1:${portOf(http.address())}`,
    async stop() {
      http.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}

/** Waits for a mail to an address with a matching subject or text, and returns the newest. */
export async function waitForMail(to: string, pattern: RegExp): Promise<ReceivedMail> {
  for (let tries = 0; tries < 150; tries += 1) {
    const mails = await readMails(to);
    const found = mails.findLast(({ subject, text }) => pattern.test(subject) || pattern.test(text));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const subjects = (await readMails(to)).map(({ subject }) => subject);
  throw new Error(`No mail to ${to} matches ${pattern}; subjects: ${subjects.join(" | ") || "none"}`);
}

export async function readMails(to: string): Promise<ReceivedMail[]> {
  const url = process.env.MAILBOX_URL;
  if (!url) throw new Error("The mailbox was not started.");
  return (await fetch(`${url}/?${new URLSearchParams({ to })}`)).json() as Promise<ReceivedMail[]>; // served above
}

/** Number of received mails and of different addresses. */
export async function countMails(url: string): Promise<ReturnType<typeof count>> {
  return (await fetch(url)).json() as Promise<ReturnType<typeof count>>; // served above
}

function count(received: readonly ReceivedMail[]) {
  return { all: received.length, different: new Set(received.map(({ to }) => to)).size };
}

/** First address of this site in a mail that contains `part`. */
export function findLink({ text }: ReceivedMail, part: string): string {
  const found = text.match(/https?:\/\/[^\s<>"')\]]+/g)?.find((link) => link.includes(part));
  if (!found) throw new Error(`No link with ${part} in:\n${text}`);
  return found;
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string" || !isIPv4(address.address))
    throw new Error("No free port.");
  return address.port;
}
