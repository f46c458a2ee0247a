import { isIP } from "node:net";
import { type DkimKey, readDkim } from "./dkim.ts";
import { type Mailbox, parseMailbox } from "./mailbox.ts";
import { readUrl, WrongSetting } from "./wrong-setting.ts";

/** What the deployer set about mail. */
export interface MailEnv {
  /** Without one, mail is written into the data folder. */
  smtpUrl: URL | null;
  mailFrom: Mailbox;
  /** What mail is signed with; null leaves that to the mail server. */
  dkim: DkimKey | null;
}

/** @param read the trimmed value of a variable, or null */
export function readMailEnv(read: (name: string) => string | null, publicUrl: URL): MailEnv {
  const smtpUrl = readSmtpUrl(read("SMTP_URL"));
  const mailFrom = readMailFrom(read("MAIL_FROM"), smtpUrl !== null, publicUrl);
  return { smtpUrl, mailFrom, dkim: readDkim(read, mailFrom) };
}

const smtpMend =
  "give smtp://user:password@host:587 or smtps://user:password@host:465 and nothing behind the port, or leave it out to keep mail in DATA_DIR/mail";

function readSmtpUrl(value: string | null): URL | null {
  const url = readUrl("SMTP_URL", value, /^smtps?:$/, smtpMend);
  if (url === null) return null;
  const hasRest = !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "";
  const isWhole = url.hostname !== "" && url.port !== "0" && (url.username === "") === (url.password === "");
  if (hasRest || !isWhole || !isPercentEncoded(`${url.username}:${url.password}`))
    throw new WrongSetting("SMTP_URL", smtpMend);
  return url;
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

function readMailFrom(value: string | null, isRequired: boolean, publicUrl: URL): Mailbox {
  const host = isIP(publicUrl.hostname.replace(/^\[|\]$/g, "")) === 0 ? publicUrl.hostname : "localhost";
  if (value === null && !isRequired) return { name: "Frontdesk", address: `no-reply@${host}` };
  const mailbox = parseMailbox(value ?? "");
  if (mailbox === null)
    throw new WrongSetting(
      "MAIL_FROM",
      "give the mailbox our mail comes from, such as Company <hello@company.example>",
    );
  return mailbox;
}
