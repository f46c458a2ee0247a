import { expect, test } from "vitest";
import { TONES, toneOf, tonesOf } from "./tones.ts";

const seeds = Array.from({ length: 400 }, (_, at) => `Post ${at}`);

test("neighbours in a list never share a tone", () => {
  const tones = tonesOf(seeds);
  expect(tones).toHaveLength(seeds.length);
  for (const [at, tone] of tones.entries()) expect(tone).not.toBe(tones[at + 1]);
});

test("an entry keeps its tone when others are added before it, save beside a neighbour of the same", () => {
  const before = tonesOf(seeds);
  const after = tonesOf(["A new post", ...seeds]).slice(1);
  expect(before.filter((tone, at) => tone !== after[at])).toHaveLength(0);
  const own = seeds.filter((seed, at) => toneOf(seed) === before[at]);
  expect(own.length / seeds.length).toBeGreaterThan(0.8);
});

test("one spelling of a title or the other, the tone is the same; gold is never among them", () => {
  expect(toneOf("\u0995\u09cb")).toBe(toneOf("\u0995\u09c7\u09be"));
  const tones = new Set(["", ...seeds].map(toneOf));
  expect(tones.size).toBe(Object.keys(TONES).length - 1);
  expect(tones).not.toContain("gold");
});
