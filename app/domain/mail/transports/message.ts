import type { MailMessage } from "nodemailer";
import { oneLine } from "#app/lib/text/plain-text.ts";
import { type DkimKey, domainOf, type Mailbox } from "#app/platform/settings/mail-sender.ts";
import { encodeWords } from "./encoded-words.ts";

/** Mail to send. */
export interface MimeMessage {
  /** The same for every attempt. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
  /** Reply address; null for the sender's. */
  replyTo: string | null;
  /** Ids of the previous mails of the conversation, oldest first. */
  earlier: readonly string[];
  /** Whether a person wrote it; otherwise it is marked as automatic. */
  isPersonal: boolean;
  /** Bulk mail only: URL of one-click unsubscribe (RFC 8058). */
  list?: { unsubscribe: string };
}

/** Sender of mail, with its DKIM key. */
export interface Sender extends Mailbox {
  dkim?: DkimKey | null;
}

/** Creates Nodemailer's options. Addresses are passed as parts, which are not parsed, and file and URL access is disabled. */
export function composeMessage(message: MimeMessage, from: Sender) {
  const { id, to, subject, html, text, date, replyTo, earlier } = message;
  const { name, address, dkim } = from;
  const messageIdOf = (mail: string) => `<${mail}@${domainOf(from)}>`;
  const last = earlier.at(-1);
  return {
    envelope: { from: address, to: [to] },
    from: { name, address },
    to: { name: "", address: to },
    subject: oneLine(subject, 200),
    html,
    text,
    date,
    messageId: messageIdOf(id),
    ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
    ...(last === undefined ? {} : { inReplyTo: messageIdOf(last), references: earlier.map(messageIdOf) }),
    headers: headersOf(message, domainOf(from)),
    // Bounces contain only the headers, so that links stay private.
    dsn: { id, return: "headers" as const, notify: ["failure" as const, "delay" as const] },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim ? { dkim: dkimOptions(dkim) } : {}),
  };
}

/** Renders the source of a mail (.eml). */
export async function writeMessage(message: MimeMessage, from: Sender): Promise<Buffer> {
  const { createTransport } = await import("nodemailer");
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  writer.use("stream", encodeNames);
  const { message: bytes } = await writer.sendMail(composeMessage(message, from));
  if (!Buffer.isBuffer(bytes)) throw new TypeError("The mail was not encoded as bytes.");
  return bytes;
}

/**
 * Nodemailer plugin that encodes sender and subject with `encodeWords`: Nodemailer pads encoded words and breaks grapheme
 * clusters.
 */
export function encodeNames(mail: MailMessage, done: (error?: Error | null) => void): void {
  const { message } = mail;
  const { subject, from } = mail.data;
  const writeHeaders = message.buildHeaders.bind(message);
  message.buildHeaders = () => {
    const encoded = typeof subject === "string" ? encodeWords(subject, "Subject: ".length) : null;
    const headers = replaceHeader(writeHeaders(), "Subject", encoded);
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

const noAutoReply = { "X-Auto-Response-Suppress": "All" };
const automaticHeaders = { "Auto-Submitted": "auto-generated", ...noAutoReply };

/** Returns headers that mark all but personal mail as automatic. */
function headersOf({ list, isPersonal }: MimeMessage, domain: string) {
  if (list) return listHeaders(list, domain);
  return isPersonal ? {} : automaticHeaders;
}

function listHeaders({ unsubscribe }: { unsubscribe: string }, domain: string) {
  return {
    ...noAutoReply,
    Precedence: "bulk",
    "List-Id": unfolded(`<newsletter.${domain}>`),
    "List-Unsubscribe": unfolded(`<${unsubscribe}>`),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Header value that Nodemailer must not fold or encode. */
function unfolded(value: string) {
  return { prepared: true, value };
}

/**
 * Signed header fields; one-click unsubscribe requires both of its fields (RFC 8058, 4). Naming fields that are absent prevents
 * adding them later.
 */
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

function dkimOptions({ domain, selector, privateKey }: DkimKey) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields };
}
