import type { Encryption } from "#app/platform/secrets/encryption.ts";
import type { Mailbox } from "#app/platform/settings/mail-sender.ts";
import { hasNoSecretLinks } from "../templates/mail-content.ts";
import type { RenderQueued } from "../templates/render-queued.ts";
import { type Sender, writeMessage } from "../transports/message.ts";
import type { OutboxRow } from "./claims.ts";
import { decryptContent } from "./outbox.ts";

/** Mail as shown to staff. */
export interface ReadableMail {
  html: string;
  text: string;
  /** In the order of the mail. */
  headers: { name: string; value: string }[];
  /** Source of the mail (.eml). */
  file: Buffer;
}

/** State of sending on this instance. */
export interface MailSending {
  /** False without a mail server. */
  isSending: boolean;
  /** Mail is queued, because SMTP_URL was set before and is missing now. */
  isWaiting: boolean;
  /** Folder of mail files without a mail server. */
  folder: string;
  /** While true, nothing is sent. */
  isServerAway(): boolean;
}

/** Read access of staff to mail. */
export interface MailService extends MailSending {
  /** Sender of mail. */
  from: Mailbox & { isSigned: boolean };
  /** Returns a mail with hidden secret links; null if its content is wiped. */
  preview(row: OutboxRow): Promise<ReadableMail | null>;
  /** Returns a mail with its secret links if staff may see them; null otherwise. */
  reveal(row: OutboxRow): Promise<ReadableMail | null>;
}

interface MailServiceOptions extends MailSending {
  from: Sender;
  renderQueued: RenderQueued;
  /** Encryption of the database. */
  encryption: Encryption;
}

export function createMailService({
  from,
  renderQueued,
  encryption,
  ...sending
}: MailServiceOptions): MailService {
  const open = async (row: OutboxRow): Promise<ReadableMail | null> => {
    const rendered = row.content === "" ? null : await renderQueued(row);
    if (rendered === null) return null;
    const { id, to_address: to, created_at } = row;
    const file = await writeMessage({ id, to, ...rendered, date: new Date(created_at) }, from);
    return { html: rendered.html, text: rendered.text, headers: readHeaders(file), file };
  };
  return {
    ...sending,
    from: { name: from.name, address: from.address, isSigned: Boolean(from.dkim) },
    preview: (row) =>
      open(
        hasNoSecretLinks(row.template) || row.content === ""
          ? row
          : { ...row, content: hideSecrets(encryption, row.content) },
      ),
    reveal: async (row) => (canBeRevealed(row) ? open(row) : null),
  };
}

/**
 * Whether staff may see a mail's secret links: only if it is stored in the data folder, which is how mail is delivered without
 * a mail server.
 */
export function canBeRevealed({ template, status, content }: OutboxRow): boolean {
  return !hasNoSecretLinks(template) && status === "stored" && content !== "";
}

/** Returns the content with its secret links hidden. */
function hideSecrets(encryption: Encryption, stored: string): string {
  const hidden = Object.entries(decryptContent(encryption, stored)).map(([name, value]) => {
    if (name === "key") return [name, "hidden".padEnd(22, "-")];
    const url = typeof value === "string" && /^https?:/.test(value) ? URL.parse(value) : null;
    return [name, url?.search ? `${url.origin}${url.pathname}?hidden` : value];
  });
  return encryption.encrypt(JSON.stringify(Object.fromEntries(hidden)));
}

/** Parses the headers, unfolded (RFC 5322, 2.2.3). */
function readHeaders(file: Buffer): ReadableMail["headers"] {
  const text = file.toString("utf8");
  const head = text.slice(0, text.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return head.split("\r\n").map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon), value: line.slice(colon + 1).trim() };
  });
}
