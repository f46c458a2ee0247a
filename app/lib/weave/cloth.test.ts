import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { type Cloth, LAYOUTS, readWeaveAddress, settleCloth, weaveAddress } from "./cloth.ts";
import { ICON_NAMES } from "./icons.ts";
import type { Tone } from "./tones.ts";
import { weave } from "./weave.ts";

const aCloth: fc.Arbitrary<Cloth> = fc.record(
  {
    seed: fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 40 })),
    width: fc.integer({ min: 16, max: 2400 }),
    height: fc.integer({ min: 16, max: 2400 }),
    tone: fc.constantFrom<Tone>("deep", "sky", "mist", "blue", "ink", "muslin", "paper", "gold"),
    icon: fc.constantFrom(...ICON_NAMES),
    layout: fc.constantFrom(...LAYOUTS),
  },
  { requiredKeys: ["seed", "width", "height"] },
);

test("an address describes its cloth", () => {
  const cloth: Cloth = {
    seed: "Pen & ink",
    width: 640,
    height: 480,
    tone: "deep",
    layout: "phul",
    icon: "pen-tool",
  };
  expect(weaveAddress(cloth)).toBe("/weave/5/deep-640x480-phul-pen-tool/Pen%20%26%20ink.svg");
  expect(weaveAddress({ seed: "", width: 64, height: 64 })).toBe("/weave/5/64x64/.svg");
});

test("every cloth round-trips through its address in a browser", () => {
  fc.assert(
    fc.property(aCloth, (cloth) => {
      const path = new URL(weaveAddress(cloth), "https://studio.example").pathname;
      expect(readWeaveAddress(path)).toEqual(settleCloth(cloth));
    }),
    { numRuns: 500 },
  );
});

test("finds a title with an apostrophe in the listener's normalized path", () => {
  const cloth = { seed: "Karnaphuli Steel's dealers (310)!", width: 640, height: 480 };
  const path = weaveAddress(cloth)
    .split("/")
    .map((step) => encodeURIComponent(decodeURIComponent(step)))
    .join("/");
  expect(path).toContain("Steel's");
  expect(readWeaveAddress(path)).toEqual(settleCloth(cloth));
});

test("unusual seeds round-trip and weave the same cloth", () => {
  const hard = [
    "নতুন অফিস",
    "a/b",
    "100%",
    "%2F",
    "🧵🪡",
    "\ud800 alone",
    "..",
    ".",
    "?q#h",
    "a\\b",
    "'\"<>()*!",
    "x".repeat(400),
  ];
  for (const seed of hard) {
    const cloth = { seed, width: 200, height: 100 };
    const read = readWeaveAddress(weaveAddress(cloth));
    expect(read && weave(read)).toBe(weave(cloth));
  }
});

test("rejects addresses other than canonical ones", () => {
  const refused = [
    "",
    "/",
    "/weave/5/",
    "/weave/4/deep-640x480/x.svg",
    "/weave/5/deep-640x480/x",
    "/weave/5/deep-640x480/x.svg/more.svg",
    "/weave/5/deep-640x480/a/b.svg",
    "/weave/5/deep-15x480/x.svg",
    "/weave/5/deep-640x2401/x.svg",
    "/weave/5/deep-0640x480/x.svg",
    "/weave/5/deep-1e3x480/x.svg",
    "/weave/5/deep--640x480/x.svg",
    "/weave/5/pink-640x480/x.svg",
    "/weave/5/constructor-640x480/x.svg",
    "/weave/5/deep-640x480-plaid/x.svg",
    "/weave/5/deep-640x480-phul-phul/x.svg",
    "/weave/5/deep-640x480-globe-phul/x.svg",
    "/weave/5/deep-640x480-__proto__/x.svg",
    "/weave/5/deep-640x480/%E0%A4%A.svg",
    "/weave/5/deep-640x480/%ff.svg",
    "/weave/5/deep-640x480/%41.svg",
    "/weave/5/deep-640x480/%2f.svg",
    "/weave/5/deep-640x480/a b.svg",
    "/weave/5/deep-640x480/<svg>.svg",
    `/weave/5/deep-640x480/${encodeURIComponent("\u0995\u09c7\u09be")}.svg`,
    `/weave/5/deep-640x480/${"x".repeat(301)}.svg`,
    `/weave/5/deep-640x480/${"x".repeat(100_000)}.svg`,
  ];
  for (const path of refused) expect(readWeaveAddress(path), path).toBeNull();
});

test("clamps sizes to their bounds", () => {
  expect(weaveAddress({ seed: "x", width: 3, height: 99_999 })).toBe("/weave/5/16x2400/x.svg");
  expect(weaveAddress({ seed: "x", width: 100.6, height: Number.NaN })).toBe("/weave/5/101x16/x.svg");
});
