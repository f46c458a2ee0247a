import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { mark, strip, tabMark, threads } from "./ornaments.ts";
import { STRIPS, type StripName } from "./paar.ts";

// `as`: the keys of a literal record are its names
const names = Object.keys(STRIPS) as StripName[];

test("every strip repeats without a seam", () => {
  for (const [name, { period, depth, motif }] of Object.entries(STRIPS)) {
    for (let y = 0; y < depth; y++) {
      for (let x = -1; x <= period; x++) expect(motif(x, y), name).toBe(motif(x + period, y));
    }
  }
});

test("a border is well-formed and fills its width or height", () => {
  for (const name of names) {
    for (const vertical of [false, true]) {
      const svg = strip(["line", name, "gap", "line"], { tone: "deep", unit: 3, vertical });
      expect(() => parse(svg)).not.toThrow();
      expect(svg).toContain(vertical ? 'height="100%"' : 'width="100%"');
      expect(svg).not.toContain("style");
    }
  }
  expect(strip("zig")).toBe(strip(["zig"]));
  expect(strip("zig", { id: '"><b' })).toContain('id="b-0"');
});

test("two different borders share no ids", () => {
  const ids = [
    strip("zig"),
    strip("zig", { tone: "deep" }),
    strip("zig", { unit: 3 }),
    strip("zig", { vertical: true }),
  ];
  expect(new Set(ids.map((svg) => / id="([^"]+)"/.exec(svg)?.[1])).size).toBe(ids.length);
});

test("threads of a motif fill its radius from the top", () => {
  for (const motif of ["tara", "barfi", "kalka"] as const) {
    const rows = threads(motif, 30);
    expect(rows.length).toBeGreaterThan(100);
    expect(rows).toEqual(rows.toSorted((a, b) => a.y - b.y || a.x - b.x));
    for (const { x, y, length } of rows) {
      expect(Math.abs(y)).toBeLessThanOrEqual(30);
      expect(x).toBeGreaterThanOrEqual(-30);
      expect(x + length).toBeLessThanOrEqual(30);
    }
  }
});

test("the mark is a well-formed picture in any tone", () => {
  for (const svg of [mark(), mark({ tone: "deep", grounded: true }), tabMark()]) {
    expect(() => parse(svg)).not.toThrow();
    expect(svg).toContain('viewBox="0 0 32 32"');
  }
  expect(mark()).not.toContain("style");
});

function parse(svg: string): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(svg).close();
}
