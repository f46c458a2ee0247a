import { expect, test } from "vitest";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption("a secret for tests that is long enough");

test("encrypted text starts with the number of its cipher", () => {
  const sealed = encryption.encrypt("words");
  expect(sealed).toMatch(/^1\.[\w-]+$/);
  expect(encryption.decrypt(sealed)).toBe("words");
  expect(() => encryption.decrypt(sealed.replace(/^1/, "9"))).toThrow("newer version");
});

test("decrypts text without a cipher number", () => {
  expect(encryption.decrypt(encryption.encrypt("words").replace(/^1\./, ""))).toBe("words");
});

test("decrypts with the current or a previous secret only, and detects changes", () => {
  const other = createEncryption("another secret for tests, long enough");
  expect(() => encryption.decrypt(other.encrypt("words"))).toThrow();
  const sealed = encryption.encrypt("words");
  expect(() => encryption.decrypt(`${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`)).toThrow();
  const rotated = createEncryption("the secret after a change of it", [
    "a secret for tests that is long enough",
  ]);
  expect(rotated.decrypt(sealed)).toBe("words");
});
