import { expect, test } from "vitest";
import { createVault } from "./vault.ts";

const vault = createVault("a secret for tests that is long enough");

test("what is sealed says by which cipher, so that another can take its place", () => {
  const sealed = vault.encrypt("words");
  expect(sealed).toMatch(/^1\.[\w-]+$/);
  expect(vault.decrypt(sealed)).toBe("words");
  expect(() => vault.decrypt(sealed.replace(/^1/, "9"))).toThrow("newer version");
});

test("what was sealed before ciphers had a mark is still opened", () => {
  expect(vault.decrypt(vault.encrypt("words").replace(/^1\./, ""))).toBe("words");
});

test("what was changed, or sealed with another secret, is not opened; with a previous one it is", () => {
  const other = createVault("another secret for tests, long enough");
  expect(() => vault.decrypt(other.encrypt("words"))).toThrow();
  const sealed = vault.encrypt("words");
  expect(() => vault.decrypt(`${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`)).toThrow();
  const rotated = createVault("the secret after a change of it", ["a secret for tests that is long enough"]);
  expect(rotated.decrypt(sealed)).toBe("words");
});
