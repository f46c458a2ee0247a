import type { MailMessage } from "nodemailer";
import { type DkimKey, domainOf, type Mailbox } from "#app/platform/settings/mail-sender.ts";
import { oneLine } from "#app/text/plain-text.ts";
import { encodeWords } from "./encoded-words.ts";

/** One mail, ready to leave. */
export interface MimeMessage {
  /** Stays the same however often it is tried. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
  /** Where an answer goes; null when that is where the mail comes from. */
  replyTo: string | null;
  /** Ids of the mails before it in the same conversation, the oldest first. */
  earlier: readonly string[];
  /** Whether a person wrote it, so that programs may answer. */
  isPersonal: boolean;
  /** Of what goes to many: the address by which its reader leaves with one click (RFC 8058). */
  list?: { unsubscribe: string };
}

/** Who mail comes from, and what it is signed with. */
export interface Sender extends Mailbox {
  dkim?: DkimKey | null;
}

/** Nodemailer's form of it: addresses as parts, so that no text is parsed as one, and no file or web address is ever read. */
export function composeMessage(message: MimeMessage, from: Sender) {
  const { id, to, subject, html, text, date, replyTo, earlier } = message;
  const { name, address, dkim } = from;
  const nameOf = (mail: string) => `<${mail}@${domainOf(from)}>`;
  const last = earlier.at(-1);
  return {
    envelope: { from: address, to: [to] },
    from: { name, address },
    to: { name: "", address: to },
    subject: oneLine(subject, 200),
    html,
    text,
    date,
    messageId: nameOf(id),
    ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
    ...(last === undefined ? {} : { inReplyTo: nameOf(last), references: earlier.map(nameOf) }),
    headers: headersOf(message, domainOf(from)),
    // A bounce carries the headers alone: links in a mail stay its reader's.
    dsn: { id, return: "headers" as const, notify: ["failure" as const, "delay" as const] },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim: signing(dkim) } : {}),
  };
}

/** The same as bytes, as mail programs keep it. */
export async function writeMessage(message: MimeMessage, from: Sender): Promise<Buffer> {
  const { createTransport } = await import("nodemailer");
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  writer.use("stream", encodeNames);
  const { message: bytes } = await writer.sendMail(composeMessage(message, from));
  if (!Buffer.isBuffer(bytes)) throw new TypeError("The mail was not written as bytes.");
  return bytes;
}

/** Writes sender and subject by `encodeWords`: Nodemailer pads its encoded words and ends them within letters. */
export function encodeNames(mail: MailMessage, done: (error?: Error | null) => void): void {
  const { message } = mail;
  const { subject, from } = mail.data;
  const writeHeaders = message.buildHeaders.bind(message);
  message.buildHeaders = () => {
    const words = typeof subject === "string" ? encodeWords(subject, "Subject: ".length) : null;
    const headers = replaceHeader(writeHeaders(), "Subject", words);
    if (typeof from !== "object" || !("address" in from)) return headers;
    const name = encodeWords(oneLine(from.name ?? "", 200), "From: ".length);
    return replaceHeader(headers, "From", name && `${name}\r\n <${from.address}>`);
  };
  done();
}

function replaceHeader(headers: string, name: string, value: string | null): string {
  const field = new RegExp(`^${name}: .*(?:\\r\\n[ \\t].*)*`, "m");
  return value === null ? headers : headers.replace(field, () => `${name}: ${value}`);
}

const noAnswers = { "X-Auto-Response-Suppress": "All" };
const automaticHeaders = { "Auto-Submitted": "auto-generated", ...noAnswers };

/** What programs may make of it: answer what a person wrote, and nothing else. */
function headersOf({ list, isPersonal }: MimeMessage, domain: string) {
  if (list) return listHeaders(list, domain);
  return isPersonal ? {} : automaticHeaders;
}

function listHeaders({ unsubscribe }: { unsubscribe: string }, domain: string) {
  return {
    ...noAnswers,
    Precedence: "bulk",
    "List-Id": whole(`<newsletter.${domain}>`),
    "List-Unsubscribe": whole(`<${unsubscribe}>`),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Not to be folded or encoded. */
function whole(value: string) {
  return { prepared: true, value };
}

/** What is signed. One-click leaving asks for both of its fields (RFC 8058, 4); none may be added behind our back to a field that is there. */
const signedFields = [
  "From",
  "Reply-To",
  "Subject",
  "Date",
  "Message-ID",
  "To",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "In-Reply-To",
  "References",
  "List-Id",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
].join(":");

function signing({ domain, selector, privateKey }: DkimKey) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields };
}
