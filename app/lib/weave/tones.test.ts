import { expect, test } from "vitest";
import { TONES, toneOf } from "./tones.ts";

const seeds = Array.from({ length: 400 }, (_, at) => `Post ${at}`);

test("equivalent spellings of a title share a tone, never gold", () => {
  expect(toneOf("\u0995\u09cb")).toBe(toneOf("\u0995\u09c7\u09be"));
  const tones = new Set(["", ...seeds].map(toneOf));
  expect(tones.size).toBe(Object.keys(TONES).length - 1);
  expect(tones).not.toContain("gold");
});
