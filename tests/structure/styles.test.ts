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
const declared = sheets.flatMap((path) =>
  declarationsOf(path).map((declaration) => ({ path, ...declaration })),
);
const isToken = ({ path, property }: { path: string; property: string }) =>
  tokenSheets.test(path) && property.startsWith("--");
const lengthTokens = new Set(
  declared
    .filter((declaration) => isToken(declaration) && rawLengths(declaration.value) > 0)
    .map(({ property }) => property),
);
const used = declared.filter(({ path, property }) => !tokenSheets.test(path) && !property.startsWith("--"));

test("90% of dashboard lengths are tokens of app/lib/ui/styles", () => {
  expect(used.length).toBeGreaterThan(1000);
  expect(rawShare(used)).toBeLessThanOrEqual(0.1);
});

test("90% of dashboard font sizes are tokens of app/lib/ui/styles", () => {
  const sizes = used.filter(({ property }) => property === "font" || property === "font-size");
  expect(sizes.length).toBeGreaterThan(50);
  expect(rawShare(sizes)).toBeLessThanOrEqual(0.1);
});

/** Share of raw values among lengths in rem and px; units relative to the context are not counted. */
function rawShare(declarations: readonly Declaration[]): number {
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
  const matches = text.matchAll(/(?<=^|[;{}])\s*([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g);
  return [...matches].map(([, property = "", value = ""]) => ({ property, value }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
