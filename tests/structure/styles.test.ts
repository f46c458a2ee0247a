import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const tokenSheets = /(^|\/)(tokens|scale|fonts|dark)\.css$/;

interface Declaration {
  property: string;
  value: string;
}

const sheets = globSync("app/{dashboard,lib/fields,lib/ui,ops/resources}/**/*.css", { cwd: root });
const declared = sheets.flatMap((path) => declarationsOf(path).map((one) => ({ path, ...one })));
const isToken = ({ path, property }: { path: string; property: string }) =>
  tokenSheets.test(path) && property.startsWith("--");
const lengthTokens = new Set(
  declared.filter((one) => isToken(one) && rawLengths(one.value) > 0).map(({ property }) => property),
);
const drawn = declared.filter(({ path, property }) => !tokenSheets.test(path) && !property.startsWith("--"));

test("nine of ten lengths of the dashboard are tokens of app/lib/ui/styles", () => {
  expect(drawn.length).toBeGreaterThan(1000);
  expect(shareOfRaw(drawn)).toBeLessThanOrEqual(0.1);
});

test("nine of ten font sizes of the dashboard are tokens of app/lib/ui/styles", () => {
  const sizes = drawn.filter(({ property }) => property === "font" || property === "font-size");
  expect(sizes.length).toBeGreaterThan(50);
  expect(shareOfRaw(sizes)).toBeLessThanOrEqual(0.1);
});

/** Of the lengths in rem and px; em, %, ch and parts of the window depend on what is around them. */
function shareOfRaw(declarations: readonly Declaration[]): number {
  const raw = sum(declarations.map(({ value }) => rawLengths(value)));
  const tokens = sum(declarations.map(({ value }) => usedTokens(value)));
  return raw / (raw + tokens);
}

function rawLengths(value: string): number {
  return value.match(/(?<![\w.])(?!0(?:rem|px))\d*\.?\d+(?:rem|px)\b/g)?.length ?? 0;
}

function usedTokens(value: string): number {
  return [...value.matchAll(/var\((--[\w-]+)/g)].filter(([, name = ""]) => lengthTokens.has(name)).length;
}

function declarationsOf(path: string): Declaration[] {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const found = text.matchAll(/(?<=^|[;{}])\s*([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g);
  return [...found].map(([, property = "", value = ""]) => ({ property, value }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
