import { createHash, createPublicKey, verify } from "node:crypto";

/** Checks the DKIM signature of a mail as a receiver does (RFC 6376, relaxed/relaxed). Returns the covered fields, or null. */
export function verifyDkim(raw: string, privateKey: string): string[] | null {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const fields = head.split(/\r\n(?![ \t])/);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field));
  if (!signature) return null;
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((tag) => tag.split(/=(.*)/s).map((part) => part.trim())),
  );
  if (tags.bh?.replace(/\s/g, "") !== hashBody(rest.join("\r\n\r\n"))) return null;
  const names: string[] = tags.h.replace(/\s/g, "").split(":");
  const covered = names.map((name) => relax(fields.find((field) => nameOf(field) === name.toLowerCase())));
  const unsigned = relax(signature.replace(/(\bb=)[\s\S]*$/, "$1"));
  const signed = [...covered, unsigned].join("\r\n");
  const value = Buffer.from(tags.b.replace(/\s/g, ""), "base64");
  const isGood = verify("rsa-sha256", Buffer.from(signed, "latin1"), createPublicKey(privateKey), value);
  return isGood ? names.map((name) => name.toLowerCase()) : null;
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(":")).trim().toLowerCase();
}

function relax(field = ":"): string {
  const value = field.slice(field.indexOf(":") + 1);
  return `${nameOf(field)}:${value
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ")
    .trim()}`;
}

function hashBody(body: string): string {
  const relaxed = body
    .replace(/[ \t]+(?=\r\n)/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/(\r\n)*$/, "\r\n");
  return createHash("sha256").update(relaxed, "utf8").digest("base64");
}
