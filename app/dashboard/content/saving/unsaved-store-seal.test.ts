import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createSeal, type Seal } from "./unsaved-store.tsx";

const newKey = () => randomBytes(32).toString("base64");

function sealWith(key: string): Seal {
  const seal = createSeal(key);
  if (!seal) throw new Error("There is no cryptography here.");
  return seal;
}

test("what is sealed can't be read, and opens with its key for its name alone", async () => {
  const key = newKey();
  const text = `বৃষ্টি ${"It rains in Sylhet. ".repeat(10_000)}`;
  const sealed = await sealWith(key).seal(text, "nadia blog 7");
  expect(Buffer.from(sealed, "base64").toString()).not.toContain("rains");
  expect(await sealWith(key).open(sealed, "nadia blog 7")).toBe(text);
  expect(await sealWith(key).open(sealed, "nadia blog 8")).toBeNull();
  expect(await sealWith(newKey()).open(sealed, "nadia blog 7")).toBeNull();
  expect(await sealWith(key).open(`${sealed.slice(0, -8)}AAAAAAAA`, "nadia blog 7")).toBeNull();
  expect(await sealWith(key).open("not base64!", "nadia blog 7")).toBeNull();
});

test("the same text is never sealed to the same twice", async () => {
  const seal = sealWith(newKey());
  expect(await seal.seal("rain", "a")).not.toBe(await seal.seal("rain", "a"));
});

test("a browser without cryptography has no seal", () => {
  const nothing = null as unknown as undefined; // as `crypto.subtle` is on plain http
  expect(createSeal(newKey(), nothing)).toBeNull();
});
