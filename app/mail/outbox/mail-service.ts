import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Mailbox } from "#app/platform/settings/mail-sender.ts";
import { isLasting } from "../templates/mail-content.ts";
import type { RenderQueued } from "../templates/render-queued.ts";
import { type Sender, writeMessage } from "../transports/message.ts";
import type { OutboxRow } from "./claims.ts";
import { openContent } from "./outbox.ts";

/** A mail as staff look at it. */
export interface ReadableMail {
  html: string;
  text: string;
  /** As they stand on top of the mail, in order. */
  headers: { name: string; value: string }[];
  /** The whole of it, as mail programs keep it. */
  file: Buffer;
}

/** How this instance sends. */
export interface MailSending {
  /** False without a mail server. */
  isSending: boolean;
  /** Mail waits in the outbox, because SMTP_URL was set before and is missing now. */
  isWaiting: boolean;
  /** Where mail lies as files then. */
  folder: string;
  /** While the mail server does not answer, nothing is sent. */
  isServerAway(): boolean;
}

/** Where staff look at mail. */
export interface MailService extends MailSending {
  /** Who mail comes from. */
  from: Mailbox & { isSigned: boolean };
  /** Its secret links hidden; null for a mail whose words are not kept any more. */
  look(row: OutboxRow): Promise<ReadableMail | null>;
  /** With its links, for a mail that may be read so; null for any other. */
  reveal(row: OutboxRow): Promise<ReadableMail | null>;
}

interface MailServiceOptions extends MailSending {
  from: Sender;
  setMail: RenderQueued;
  /** Of the database in which the mails lie. */
  encryption: Encryption;
}

export function createMailService({
  from,
  setMail,
  encryption,
  ...sending
}: MailServiceOptions): MailService {
  const open = async (row: OutboxRow): Promise<ReadableMail | null> => {
    const set = row.content === "" ? null : await setMail(row);
    if (set === null) return null;
    const { id, to_address: to, created_at } = row;
    const file = await writeMessage({ id, to, ...set, date: new Date(created_at) }, from);
    return { html: set.html, text: set.text, headers: readHeaders(file), file };
  };
  return {
    ...sending,
    from: { name: from.name, address: from.address, isSigned: Boolean(from.dkim) },
    look: (row) =>
      open(
        isLasting(row.template) || row.content === ""
          ? row
          : { ...row, content: hideSecrets(encryption, row.content) },
      ),
    reveal: async (row) => (canBeRevealed(row) ? open(row) : null),
  };
}

/**
 * Whether staff may see the links in it that are their reader's alone: only of mail stored in the data folder, since without
 * a mail server that is how people get them.
 */
export function canBeRevealed({ template, status, content }: OutboxRow): boolean {
  return !isLasting(template) && status === "stored" && content !== "";
}

/** The same content, its links without what they open. */
function hideSecrets(encryption: Encryption, stored: string): string {
  const hidden = Object.entries(openContent(encryption, stored)).map(([name, value]) => {
    if (name === "key") return [name, "hidden".padEnd(22, "-")];
    const url = typeof value === "string" && /^https?:/.test(value) ? URL.parse(value) : null;
    return [name, url?.search ? `${url.origin}${url.pathname}?hidden` : value];
  });
  return encryption.encrypt(JSON.stringify(Object.fromEntries(hidden)));
}

/** Unfolded (RFC 5322, 2.2.3). */
function readHeaders(file: Buffer): ReadableMail["headers"] {
  const text = file.toString("utf8");
  const head = text.slice(0, text.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return head.split("\r\n").map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
  });
}
