import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createTextCipher, type TextCipher } from "./unsaved-store.tsx";

const newKey = () => randomBytes(32).toString("base64");

function cipherWith(key: string): TextCipher {
  const cipher = createTextCipher(key);
  if (!cipher) throw new Error("This Node.js has no Web Crypto.");
  return cipher;
}

test("encrypted text opens only with its key and name", async () => {
  const key = newKey();
  const text = `বৃষ্টি ${"It rains in Sylhet. ".repeat(10_000)}`;
  const encrypted = await cipherWith(key).encrypt(text, "nadia blog 7");
  expect(Buffer.from(encrypted, "base64").toString()).not.toContain("rains");
  expect(await cipherWith(key).decrypt(encrypted, "nadia blog 7")).toBe(text);
  expect(await cipherWith(key).decrypt(encrypted, "nadia blog 8")).toBeNull();
  expect(await cipherWith(newKey()).decrypt(encrypted, "nadia blog 7")).toBeNull();
  expect(await cipherWith(key).decrypt(`${encrypted.slice(0, -8)}AAAAAAAA`, "nadia blog 7")).toBeNull();
  expect(await cipherWith(key).decrypt("not base64!", "nadia blog 7")).toBeNull();
});

test("encrypting the same text twice gives different results", async () => {
  const cipher = cipherWith(newKey());
  expect(await cipher.encrypt("rain", "a")).not.toBe(await cipher.encrypt("rain", "a"));
});

test("no cipher exists without Web Crypto", () => {
  const nothing = null as unknown as undefined; // like `crypto.subtle` on plain http
  expect(createTextCipher(newKey(), nothing)).toBeNull();
});
