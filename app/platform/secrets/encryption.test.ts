import { expect, test } from "vitest";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption("a secret for tests that is long enough");

test("what is sealed says by which cipher, so that another can take its place", () => {
  const sealed = encryption.encrypt("words");
  expect(sealed).toMatch(/^1\.[\w-]+$/);
  expect(encryption.decrypt(sealed)).toBe("words");
  expect(() => encryption.decrypt(sealed.replace(/^1/, "9"))).toThrow("newer version");
});

test("what was sealed before ciphers had a mark is still opened", () => {
  expect(encryption.decrypt(encryption.encrypt("words").replace(/^1\./, ""))).toBe("words");
});

test("what was changed, or sealed with another secret, is not opened; with a previous one it is", () => {
  const other = createEncryption("another secret for tests, long enough");
  expect(() => encryption.decrypt(other.encrypt("words"))).toThrow();
  const sealed = encryption.encrypt("words");
  expect(() => encryption.decrypt(`${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`)).toThrow();
  const rotated = createEncryption("the secret after a change of it", [
    "a secret for tests that is long enough",
  ]);
  expect(rotated.decrypt(sealed)).toBe("words");
});
