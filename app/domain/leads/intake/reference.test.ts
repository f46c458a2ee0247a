import { expect, test } from "vitest";
import { isReference, newReference, readReference } from "./reference.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

test("creates short, unique references in one format", () => {
  const made = Array.from({ length: 2000 }, newReference);
  for (const one of made) expect(one).toMatch(/^FD-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(made).size).toBe(2000);
});

test("reads a reference in any usual spelling", () => {
  const reference = newReference();
  for (const text of [reference.toLowerCase(), reference.replaceAll("-", " "), reference.slice(3)])
    expect(readReference(text)).toBe(reference);
  const inBangla = reference.replace(/\d/g, (digit) => String.fromCodePoint(0x09e6 + Number(digit)));
  expect(readReference(`\u200e${inBangla.replaceAll("-", "‑")}`)).toBe(reference);
  const withZeroAndOne = reference.slice(3).replaceAll("0", "o").replaceAll("1", "l");
  expect(readReference(withZeroAndOne)).toBe(reference);
});

test("reads a reference that itself begins with FD", () => {
  let reference = newReference();
  while (!reference.startsWith("FD-FD")) reference = newReference();
  for (const text of [reference, reference.slice(3), reference.replaceAll("-", "").toLowerCase()])
    expect(readReference(text)).toBe(reference);
});

test("detects every wrong character and every swap of neighbours", () => {
  const reference = newReference();
  const characters = [...reference.slice(3).replace("-", "")];
  for (const [at, right] of characters.entries()) {
    for (const wrong of alphabet)
      if (wrong !== right) expect(isReference(characters.with(at, wrong).join(""))).toBe(false);
    const next = characters[at + 1];
    if (next === undefined || next === right) continue;
    expect(
      isReference(
        characters
          .with(at, next)
          .with(at + 1, right)
          .join(""),
      ),
    ).toBe(false);
  }
});

test.each(["", "FD", "FD-0000-000", "FD-UUUU-UUUU", "12345678901", "FD-7K3M-9QX২"])("rejects %j", (text) => {
  expect(isReference(text)).toBe(false);
});
