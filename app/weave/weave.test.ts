import fc from "fast-check";
import { SaxesParser } from "saxes";
import sharp from "sharp";
import { expect, test } from "vitest";
import { LAYOUTS } from "./cloth.ts";
import { ICON_NAMES } from "./icons.ts";
import { TONES, type Tone } from "./tones.ts";
import { type Cloth, cachedWeave, HEAVIEST, weave } from "./weave.ts";

const aTone = fc.constantFrom<Tone>("deep", "sky", "mist", "blue", "ink", "muslin", "paper", "gold");
const aSide = fc.integer({ min: 16, max: 2400 });
const anyText = fc.string({ unit: "binary", maxLength: 400 });
const aCloth: fc.Arbitrary<Cloth> = fc.record(
  {
    seed: anyText,
    width: aSide,
    height: aSide,
    tone: aTone,
    icon: fc.oneof(fc.constantFrom(...ICON_NAMES), anyText),
    layout: fc.constantFrom(...LAYOUTS),
    title: anyText,
  },
  { requiredKeys: ["seed", "width", "height"] },
);

test("the same words give the same cloth, also when it is woven anew", () => {
  const cloth: Cloth = { seed: "Dealer portal for a rice mill", width: 640, height: 480 };
  const first = weave(cloth);
  expect(weave({ ...cloth })).toBe(first);
  for (let other = 0; other < 300; other++) cachedWeave(`other ${other}`, () => "");
  expect(weave(cloth)).toBe(first);
});

test("a cloth is kept once it is woven, and the one not asked for longest is let go", () => {
  let made = 0;
  const make = () => `text ${made++}`;
  expect(cachedWeave("kept", make)).toBe(cachedWeave("kept", make));
  for (let other = 0; other < 300; other++) cachedWeave(`pushes it out ${other}`, () => "");
  expect(cachedWeave("kept", make)).toBe("text 1");
});

test("every cloth is well-formed, light, and free of styles and scripts, whatever is asked", () => {
  fc.assert(
    fc.property(aCloth, (cloth) => {
      const svg = weave(cloth);
      expect(new TextEncoder().encode(svg).length).toBeLessThanOrEqual(HEAVIEST);
      expect(elementsOf(svg)).not.toContain("script");
      expect(svg).not.toMatch(/style=|<style|javascript:|NaN|undefined|Infinity/);
    }),
    { numRuns: 250 },
  );
});

test("every layout lays ornament at every usual size, with and without an icon", () => {
  const sizes = [
    [128, 128],
    [480, 320],
    [380, 528],
    [1500, 405],
    [2400, 300],
    [64, 900],
  ] as const;
  for (const [at, layout] of LAYOUTS.entries()) {
    for (const [width, height] of sizes) {
      const cloth = { seed: `${layout} ${width}`, width, height, layout };
      expect(weave(cloth).length).toBeGreaterThan(1400);
      const knotted = weave({ ...cloth, icon: ICON_NAMES[at] ?? "globe" });
      expect(knotted).not.toBe(weave(cloth));
      expect(knotted.length).toBeGreaterThan(1400);
    }
  }
});

test("every icon can be knotted in", () => {
  const base = { seed: "Same words", width: 480, height: 320, layout: "phul" as const };
  const cloths = new Set(ICON_NAMES.map((icon) => weave({ ...base, icon })));
  expect(cloths.size).toBe(ICON_NAMES.length);
  expect(weave({ ...base, icon: "no-such-icon" })).toBe(weave(base));
});

test("a Bangla title gives one cloth, composed or decomposed", () => {
  const title = "ড়ে নতুন ব্যবসায়ের সফটওয়্যার";
  const [composed, decomposed] = [title.normalize("NFC"), title.normalize("NFD")];
  const spelled = "\u0995\u09cb";
  const apart = "\u0995\u09c7\u09be";
  expect(spelled).not.toBe(apart);
  expect(weave({ seed: apart, width: 320, height: 240 })).toBe(
    weave({ seed: spelled, width: 320, height: 240 }),
  );
  expect(weave({ seed: decomposed, width: 320, height: 240 })).toBe(
    weave({ seed: composed, width: 320, height: 240 }),
  );
});

test("O1 a title can not break out of the cloth, and only a titled cloth speaks", () => {
  const size = { seed: "x", width: 100, height: 100 };
  const hostile = `"/><script>alert(1)</script>&' \u0000\u0008\ud800 নাম`;
  const svg = weave({ ...size, title: hostile });
  expect(elementsOf(svg)).not.toContain("script");
  expect(attributeOf(svg, "aria-label")).toBe(`"/><script>alert(1)</script>&' \ufffd নাম`);
  expect(attributeOf(svg, "aria-hidden")).toBeUndefined();
  expect(attributeOf(weave(size), "aria-hidden")).toBe("true");
  expect(attributeOf(weave({ ...size, title: " \n" }), "aria-hidden")).toBe("true");
});

test("two different cloths on one page share no ids", () => {
  const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const ids = Array.from({ length: 200 }, (_, at) =>
    weave({ seed: `Post ${at}`, width: 320, height: 240 }),
  ).flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
});

test("marigold is only in the cloth that asks for it", () => {
  const knot = TONES.gold.knot;
  const cloth = { seed: "Hero", width: 700, height: 760, layout: "barfi" as const };
  expect(weave({ ...cloth, tone: "gold" })).toContain(knot);
  for (let at = 0; at < 60; at++) expect(weave({ ...cloth, seed: `Post ${at}` })).not.toContain(knot);
});

function elementsOf(svg: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => names.push(name));
  parser.write(svg).close();
  return names;
}

function attributeOf(svg: string, name: string): unknown {
  let value: unknown;
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => {
    if (tag.name === "svg") value = tag.attributes[name];
  });
  parser.write(svg).close();
  return value;
}

test("no cleared diamond cuts a thread: its smooth edge meets bare ground alone", async () => {
  const clearing = /(d="M\d+ )(-?\d+)l(\d+) \3 -\3 \3 -\3 -\3z"/;
  const moved = (svg: string, by: number) =>
    svg.replace(clearing, (_all, start: string, top: string, reach: string) => {
      const r = Number(reach) + by;
      return `${start}${Number(top) - by}l${r} ${r} ${-r} ${r} ${-r} ${-r}z"`;
    });
  let cleared = 0;
  for (const layout of LAYOUTS) {
    for (let at = 0; at < 2; at++) {
      const size = at % 2 === 0 ? { width: 300, height: 420 } : { width: 480, height: 300 };
      const svg = weave({ seed: `${layout} ${at}`, ...size, layout, tone: "deep", icon: "globe" });
      if (!clearing.test(svg)) continue;
      cleared++;
      const [smaller, larger] = await Promise.all([moved(svg, -1), moved(svg, 1)].map(draw));
      expect(countOther(smaller, larger), `${layout} ${at}`).toBe(0);
    }
  }
  expect(cleared).toBeGreaterThan(6);
}, 120_000);

/** The pixels of a drawing, three bytes each. */
function draw(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

/** How many pixels differ by more than the softness of an edge. */
function countOther(one: Buffer | undefined, other: Buffer | undefined): number {
  if (!one || !other || one.length !== other.length) throw new Error("The drawings differ in size.");
  let count = 0;
  for (let at = 0; at < one.length; at += 3) if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 60) count++;
  return count;
}
