import { expect, test } from "vitest";
import { LAYOUTS } from "./cloth.ts";
import { lookOf, looksOf } from "./looks.ts";
import { toneOf } from "./tones.ts";
import { weave } from "./weave.ts";

const seeds = Array.from({ length: 400 }, (_, at) => `Post ${at}`);

test("neighbours in a list share neither tone nor layout", () => {
  const looks = looksOf(seeds);
  expect(looks).toHaveLength(seeds.length);
  for (const [at, { tone, layout }] of looks.entries()) {
    expect(tone).not.toBe(looks[at + 1]?.tone);
    expect(layout).not.toBe(looks[at + 1]?.layout);
  }
});

test("a new entry changes the look of no later entry", () => {
  for (let length = 1; length < 60; length++) {
    const older = seeds.slice(0, length);
    expect(looksOf([`New ${length}`, ...older]).slice(1)).toEqual(looksOf(older));
  }
});

test("an insertion changes only preceding entries with equal neighbours", () => {
  let sum = 0;
  for (let place = 1; place < 200; place++) {
    const [newer, older] = [seeds.slice(0, place), seeds.slice(place)];
    const after = looksOf([...newer, `New ${place}`, ...older]);
    expect(after.slice(place + 1)).toEqual(looksOf(older));
    const before = looksOf(seeds);
    const changed = newer.filter((_, at) => after[at]?.tone !== before[at]?.tone);
    expect(changed).toEqual(newer.slice(newer.length - changed.length));
    sum += changed.length;
  }
  expect(sum / 200).toBeLessThan(0.5);
});

test("an entry uses its own look unless its neighbour has it", () => {
  const looks = looksOf(seeds);
  const own = seeds.filter((seed, at) => toneOf(seed) === looks[at]?.tone);
  expect(own.length / seeds.length).toBeGreaterThan(0.8);
});

test("a cloth without parameters uses the look of its seed", () => {
  const size = { width: 320, height: 240 };
  const ground = (svg: string) => /<rect [^>]*fill="(#\w+)"/.exec(svg)?.[1];
  for (const seed of seeds.slice(0, 40)) {
    const { tone, layout } = lookOf(seed);
    expect(ground(weave({ seed, ...size }))).toBe(ground(weave({ seed, ...size, tone })));
    expect(weave({ seed, ...size })).toBe(weave({ seed, ...size, tone, layout }));
  }
});

test("every layout occurs; the paisley has its configured frequency", () => {
  const layouts = seeds.map((seed) => lookOf(seed).layout);
  const share = (layout: string) => layouts.filter((one) => one === layout).length / seeds.length;
  for (const layout of LAYOUTS) expect(share(layout), layout).toBeGreaterThan(0.05);
  expect(share("kalka")).toBeLessThan(0.17);
});
