import { SaxesParser } from "saxes";
import sharp from "sharp";
import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { LAYOUTS } from "./cloth.ts";
import { knotIcon } from "./icon/knot.ts";
import { ICON_NAMES } from "./icons.ts";
import { squareArea, throwThreads } from "./motif.ts";
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

test("the same seed gives the same cloth, also without cache", () => {
  const cloth: Cloth = { seed: "Dealer portal for a rice mill", width: 640, height: 480 };
  const first = weave(cloth);
  expect(weave({ ...cloth })).toBe(first);
  for (let other = 0; other < 300; other++) cachedWeave(`other ${other}`, () => "");
  expect(weave(cloth)).toBe(first);
});

test("caches cloths and evicts the least recently used one", () => {
  let made = 0;
  const make = () => `text ${made++}`;
  expect(cachedWeave("kept", make)).toBe(cachedWeave("kept", make));
  for (let other = 0; other < 300; other++) cachedWeave(`pushes it out ${other}`, () => "");
  expect(cachedWeave("kept", make)).toBe("text 1");
});

test("every cloth is well-formed, small, without styles and scripts", () => {
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

test("every layout has ornaments at every usual size", () => {
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

test("every icon can be woven", () => {
  const base = { seed: "Same words", width: 480, height: 320, layout: "phul" as const };
  const cloths = new Set(ICON_NAMES.map((icon) => weave({ ...base, icon })));
  expect(cloths.size).toBe(ICON_NAMES.length);
  expect(weave({ ...base, icon: "no-such-icon" })).toBe(weave(base));
});

test("a Bangla title gives one cloth, composed or decomposed", () => {
  const title = "ড়ে নতুন ব্যবসায়ের সফটওয়্যার";
  const [composed, decomposed] = [title.normalize("NFC"), title.normalize("NFD")];
  const spelled = "\u0995\u09cb";
  const sequence = "\u0995\u09c7\u09be";
  expect(spelled).not.toBe(sequence);
  expect(weave({ seed: sequence, width: 320, height: 240 })).toBe(
    weave({ seed: spelled, width: 320, height: 240 }),
  );
  expect(weave({ seed: decomposed, width: 320, height: 240 })).toBe(
    weave({ seed: composed, width: 320, height: 240 }),
  );
});

test("O1 escapes titles; only titled cloths are accessible", () => {
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

test("marigold appears only in the cloth that uses it", () => {
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
  let outer: Record<string, unknown> | undefined;
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => {
    if (tag.name === "svg") outer ??= tag.attributes;
  });
  parser.write(svg).close();
  return outer?.[name];
}

test("every shape is a horizontal thread or an upright box", () => {
  const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, outline = ""]) => outline);
  for (const layout of LAYOUTS) {
    for (const icon of ["", "globe", "pen-tool"]) {
      const svg = weave({ seed: layout, width: 640, height: 400, layout, icon });
      for (const outline of outlines(svg)) expect(outline, layout).toMatch(/^[mMhvz\d .-]*$/);
      expect(svg).not.toMatch(/<(?:circle|ellipse|poly|line |image)|rotate|skew/);
    }
  }
});

test("medallions stay whole, also with a twelfth cropped at each end", () => {
  const sizes = [
    [384, 288],
    [1440, 400],
    [640, 400],
    [360, 270],
    [360, 620],
    [440, 630],
    [272, 204],
    [2400, 300],
    [96, 96],
  ] as const;
  for (const [at, icon] of ICON_NAMES.entries()) {
    for (const layout of LAYOUTS) {
      const [width, height] = sizes[at % sizes.length] ?? sizes[0];
      const svg = weave({ seed: `${icon} ${layout}`, width, height, layout, icon });
      const { x, y, reach } = medallionIn(svg);
      const safe = Math.min(width, height) < 120 ? 0 : height / 12;
      const room = Math.min(x - reach, width - x - reach, y - reach - safe, height - y - reach - safe);
      expect(room, `${icon} ${layout} ${width}x${height}`).toBeGreaterThan(0);
      expect(reach, `${icon} ${layout} ${width}x${height}`).toBeGreaterThan(Math.min(width, height) * 0.14);
    }
  }
});

test("cropping preserves the side of the medallion", () => {
  for (let at = 0; at < 20; at++) {
    const svg = weave({ seed: `Side ${at}`, width: 1440, height: 400, icon: "globe" });
    const isLeft = svg.includes('preserveAspectRatio="xMinYMid slice"');
    expect(svg.includes('preserveAspectRatio="xMaxYMid slice"')).toBe(!isLeft);
    const { x, reach } = medallionIn(svg);
    // A phone shows 360 × 208 of it: less than half of its width.
    const shown = (360 / 208) * 400;
    expect(isLeft ? x + reach : 1440 - x + reach).toBeLessThan(shown);
  }
});

test("two paisleys on a wide cloth stay whole on phones", () => {
  let pairs = 0;
  for (let at = 0; at < 20; at++) {
    const svg = weave({ seed: `Pair ${at}`, width: 1440, height: 400, layout: "kalka" });
    const isLeft = svg.includes('preserveAspectRatio="xMinYMid slice"');
    const places = [...svg.matchAll(/<use href="#[\w-]+" transform="translate\(([\d.]+) 200\)/g)].map(
      ([, x]) => Number(x),
    );
    if (places.length !== 2) continue;
    pairs += 1;
    // Half of a paisley and its fringe.
    const furthest = isLeft ? Math.max(...places) + 140 : 1440 - Math.min(...places) + 140;
    expect(furthest, `Pair ${at}`).toBeLessThan((320 / 208) * 400);
  }
  expect(pairs).toBeGreaterThan(5);
});

test("edges and borders contain only whole rows", async () => {
  for (const layout of ["phul", "barfi", "kalka", "tersa", "aanchal"] as const) {
    for (let at = 0; at < 4; at++) {
      const [width, height] = [400, 300];
      const cloth = { seed: `${layout} ${at}`, width, height, layout, tone: "deep", icon: "globe" } as const;
      const picture = await draw(weave(cloth), width, height);
      const lit = (y: number) => {
        let count = 0;
        for (let x = 170; x < 230; x++) if ((picture[(y * width + x) * 3] ?? 0) > 130) count++;
        return count;
      };
      for (const edge of [0, height - 1]) expect(lit(edge), `${layout} ${at}`).toBe(0);
    }
  }
});

test("an icon fills thirty-two threads without protruding crossings", () => {
  for (const icon of ICON_NAMES) {
    const motif = knotIcon(icon, 32, 1.35);
    const rows = throwThreads(motif, squareArea(18));
    expect(rows.length, icon).toBeGreaterThan(20);
    const height = Math.max(...rows.map(({ y }) => y)) - Math.min(...rows.map(({ y }) => y));
    expect(height, icon).toBeGreaterThanOrEqual(15);
    const standing = rows.filter(({ x, y, length }) => {
      const flat = (row: number) => [x - 1, x, x + 1].every((column) => motif(column, row) !== 0);
      const isTip = motif(x, y - 1) === 0 || motif(x, y + 1) === 0;
      return length === 0 && isTip && (flat(y - 1) || flat(y + 1));
    });
    expect(standing, icon).toEqual([]);
  }
});

/** Position and extent of an icon's toothed frame in a cloth, in pixels, read from the markup. */
function medallionIn(svg: string): { x: number; y: number; reach: number } {
  const quarters = svg.matchAll(/<g id="([^"]+)">((?:<path [^>]*>)+)<\/g>/g);
  const woven = new Map([...quarters].map(([, id, rows]) => [id ?? "", rows ?? ""]));
  const uses = svg.matchAll(
    /<use href="#([^"]+)" transform="translate\(([\d.-]+) ([\d.-]+)\)scale\(([\d.]+)\)"\/>/g,
  );
  for (const [, id = "", x, y, unit] of uses) {
    const half = new RegExp(`<g id="${id}"><use href="#([^"]+)"/><use [^>]*scale\\(1 -1\\)`).exec(svg)?.[1];
    const quarter = new RegExp(`<g id="${half}"><use href="#([^"]+)"/>`).exec(svg)?.[1];
    if (!half || !quarter) continue;
    return { x: Number(x), y: Number(y), reach: Number(unit) * (longestOf(woven.get(quarter) ?? "") + 0.5) };
  }
  throw new Error(`There is no medallion in this cloth: ${svg}`);
}

/** Horizontal extent of a motif, in threads. */
function longestOf(rows: string): number {
  let longest = 0;
  for (const [, path = ""] of rows.matchAll(/ d="([^"]*)"/g)) {
    let x = 0;
    for (const [, move, length] of path.matchAll(/m(-?\d+)[ -]\d+h(\d+)/g)) {
      x += Number(move) + Number(length);
      longest = Math.max(longest, x);
    }
  }
  return longest;
}

/** Pixels of a cloth, three bytes each. */
function draw(svg: string, width: number, height: number): Promise<Buffer> {
  const place = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`;
  return sharp(Buffer.from(place)).removeAlpha().raw().toBuffer();
}
