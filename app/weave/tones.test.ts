import { expect, test } from "vitest";
import { TONES, toneOf } from "./tones.ts";

const seeds = Array.from({ length: 400 }, (_, at) => `Post ${at}`);

test("one spelling of a title or the other, the tone is the same; gold is never among them", () => {
  expect(toneOf("\u0995\u09cb")).toBe(toneOf("\u0995\u09c7\u09be"));
  const tones = new Set(["", ...seeds].map(toneOf));
  expect(tones.size).toBe(Object.keys(TONES).length - 1);
  expect(tones).not.toContain("gold");
});
