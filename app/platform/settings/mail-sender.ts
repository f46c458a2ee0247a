import { createPrivateKey, type KeyObject } from "node:crypto";
import type { ReadVariable } from "./variables.ts";
import { WrongSetting } from "./wrong-setting.ts";

/** Sender of a mail. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Reads `Name <address>` or an address alone; null for anything else, such as lists and groups. */
export function parseMailbox(typed: string): Mailbox | null {
  const [, quoted, plain, inBrackets, alone] =
    /^(?:(?:"([^"\\]*)"|([^"<>,;:@\\]*))\s*<([^<>\s]+)>|([^<>\s]+))$/.exec(typed.trim()) ?? [];
  const address = inBrackets ?? alone ?? "";
  const name = (quoted ?? plain ?? "").trim();
  return addressShape.test(address) && !/\p{Cc}/u.test(name) ? { name, address } : null;
}

export function domainOf({ address }: Mailbox): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Accepts "localhost", the default host. */
const addressShape =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d](?:[a-z\d-]*[a-z\d])?(\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

/** DKIM signing key (RFC 6376); DNS of the domain holds its public half. */
export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

/** Reads DKIM_SELECTOR and DKIM_KEY, which need each other; DKIM_DOMAIN defaults to the sender's domain. */
export function readDkim(read: ReadVariable, from: Mailbox): DkimKey | null {
  const [domain, selector, key] = (["DKIM_DOMAIN", "DKIM_SELECTOR", "DKIM_KEY"] as const).map((name) =>
    read(name),
  );
  if (!domain && !selector && !key) return null;
  if (!selector || !labels.test(selector))
    throw new WrongSetting("DKIM_SELECTOR", "give the name in front of ._domainkey, such as mail2026");
  if (!key) throw new WrongSetting("DKIM_KEY", keyFix);
  return {
    domain: readDomain(domain ?? domainOf(from), from),
    selector,
    privateKey: readKey(key).export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const labels = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

/** Requires the sender's domain or a parent of it, since DMARC ignores other signatures. */
function readDomain(domain: string, from: Mailbox): string {
  const sender = domainOf(from).toLowerCase();
  const name = domain.toLowerCase();
  if (labels.test(name) && (sender === name || sender.endsWith(`.${name}`))) return name;
  throw new WrongSetting("DKIM_DOMAIN", "give the domain of MAIL_FROM, or one it is part of");
}

const keyFix =
  "give an RSA private key of at least 1024 bits: the PEM text (line breaks may be written \\n) or its Base64 in one line";

function readKey(typed: string): KeyObject {
  try {
    const key = createPrivateKey(toPem(typed));
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    if (key.asymmetricKeyType === "rsa" && bits >= 1024) return key;
  } catch {
    // OpenSSL's error may contain parts of the key.
  }
  throw new WrongSetting("DKIM_KEY", keyFix);
}

/** Accepts PEM in one line, since many hosts limit variables to one line. */
function toPem(typed: string): string | { key: Buffer; format: "der"; type: "pkcs8" } {
  const text = typed.replaceAll("\\n", "\n");
  if (text.includes("-----BEGIN")) return text;
  const bytes = Buffer.from(text, "base64");
  const inside = bytes.toString("latin1");
  return inside.includes("-----BEGIN") ? inside : { key: bytes, format: "der", type: "pkcs8" };
}
