import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

const pem = rsa(2048);
const from = { MAIL_FROM: "Kolpona <hello@mail.kolpona.example>" };

function rsa(modulusLength: number): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function readDkim(variables: Record<string, string>) {
  return readEnv({ ...from, DKIM_SELECTOR: "mail2026", ...variables }, "/product").dkim;
}

const body = pem.replace(/-----[^-]+-----|\s/g, "");

test.each([
  ["as PEM", pem],
  ["in one line with escaped line breaks", pem.replaceAll("\n", "\\n")],
  ["as Base64 of its body", body],
  ["as Base64 of the whole file", Buffer.from(pem).toString("base64")],
])("reads a key %s", (_, key) => {
  expect(readDkim({ DKIM_KEY: key })).toEqual({
    domain: "mail.kolpona.example",
    selector: "mail2026",
    privateKey: pem,
  });
});

test("accepts a parent of the sender's domain", () => {
  expect(readDkim({ DKIM_KEY: pem, DKIM_DOMAIN: "Kolpona.example" })?.domain).toBe("kolpona.example");
});

test("leaves signing to the mail server by default", () => {
  expect(readEnv(from, "/product").dkim).toBeNull();
});

test.each([
  [{ DKIM_KEY: pem, DKIM_SELECTOR: "" }, /^DKIM_SELECTOR: /],
  [{ DKIM_KEY: pem, DKIM_SELECTOR: "a b" }, /^DKIM_SELECTOR: /],
  [{ DKIM_KEY: "" }, /^DKIM_KEY: /],
  [{ DKIM_KEY: "no key at all" }, /^DKIM_KEY: /],
  [{ DKIM_KEY: pem.replace("MII", "MIJ") }, /^DKIM_KEY: /],
  [{ DKIM_KEY: rsa(512) }, /^DKIM_KEY: /],
  [{ DKIM_KEY: ed25519() }, /^DKIM_KEY: /],
  [{ DKIM_KEY: pem, DKIM_DOMAIN: "other.example" }, /^DKIM_DOMAIN: /],
  [{ DKIM_KEY: pem, DKIM_DOMAIN: "pona.example" }, /^DKIM_DOMAIN: /],
  [{ DKIM_KEY: pem, DKIM_DOMAIN: "example; d=evil.example" }, /^DKIM_DOMAIN: /],
])("S4 rejects %o by variable without revealing the key", (variables, message) => {
  expect(() => readDkim(variables)).toThrow(message);
  expect(() => readDkim(variables)).not.toThrow(/MII|BEGIN/);
});

function ed25519(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
