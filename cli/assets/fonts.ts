import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import subsetFont from "subset-font";

/**
 * `node cli/assets/fonts.ts`: subsets Fontsource's fonts into app/lib/ui/fonts: WOFF2 for browsers, TTF for pictures that the server draws.
 * fontTools (Debian: python3-fonttools, python3-brotli) reduces the WOFF2 files; see docs/decisions/0059-page-weight.md.
 */
const folder = join(import.meta.dirname, "../..");
const source = join(folder, "node_modules/@fontsource-variable");
const target = join(folder, "app/lib/ui/fonts");

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

/** Characters of English text; every page loads this file first. */
const latin = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…←→`;
/** Names of Western Europe and rare signs; `latinExtended` has the names of the rest. */
const accents = `${[...range(0xa1, 0xff)].filter((letter) => !latin.includes(letter)).join("")}ıŒœŠšŽžŸ‚„‹›€™−`;
const latinExtended = range(0x100, 0x24f);
/** Sign for prices in English text; only the Bangla font has it. */
const taka = "৳";
/**
 * Bengali block with danda and joiners; the font's own rules add conjuncts. Their outlines are large, so one file serves body
 * text and one bold text, each a third the size of a file with all weights; a Bangla title alone loads only the second.
 */
const bangla = `।॥${range(0x980, 0x9fe)}\u200c\u200d`;

const weight = { min: 400, max: 700, default: 400 };
const width = { min: 80, max: 100, default: 100 };
/** Kerning and tabular figures, enough for English. */
const plain = ["kern", "tnum"];
const withAccents = [...plain, "ccmp", "locl", "mark", "mkmk"];
const both = { wght: weight, wdth: width };

const latinSource = "anek-latin/files/anek-latin-latin-wdth-normal.woff2";
const banglaSource = "anek-bangla/files/anek-bangla-bengali-wght-normal.woff2";
/**
 * Instance between text (400, 100 %) and headings (600 to 650, 84 to 92 %). In the site's own text, kerning differs by at most
 * 0.015 em; in rare pairs, such as `TA` at 84 % or `”.` in bold, by up to 0.03.
 */
const middle = { wght: 550, wdth: 95 };
await writeSubset(latinSource, "anek-latin", latin, both, plain, {
  kernedAs: middle,
  added: { from: banglaSource, letters: taka, axes: { wght: weight } },
});
await writeSubset(latinSource, "anek-latin-accents", accents, both, withAccents);
await writeSubset(
  "anek-latin/files/anek-latin-latin-ext-wdth-normal.woff2",
  "anek-latin-ext",
  latinExtended,
  both,
  withAccents,
);
for (const wght of [400, 620]) await writeSubset(banglaSource, `anek-bangla-${wght}`, bangla, { wght });
await writeSubset(latinSource, "anek-latin", latin + accents, both, withAccents, { format: "ttf" });
await writeSubset(banglaSource, "anek-bangla", bangla, { wght: weight }, undefined, { format: "ttf" });
copyFileSync(join(source, "anek-latin/LICENSE"), join(target, "OFL-anek-latin.txt"));
copyFileSync(join(source, "anek-bangla/LICENSE"), join(target, "OFL-anek-bangla.txt"));

type Axes = Record<string, number | { min: number; max: number; default: number }>;

interface SubsetOptions {
  format?: "woff2" | "ttf";
  /** Weight and width whose kerning applies to all instances, which takes a third of the space. */
  kernedAs?: Record<string, number>;
  /** Letters copied from another font. */
  added?: { from: string; letters: string; axes: Axes };
}

async function writeSubset(
  from: string,
  name: string,
  letters: string,
  variationAxes: Axes,
  keepFeatures?: string[],
  { format = "woff2", kernedAs, added }: SubsetOptions = {},
) {
  const font = await readFile(join(source, from));
  const targetFormat = format === "ttf" ? "sfnt" : format;
  const subset = (axes: Axes) =>
    subsetFont(font, letters, { targetFormat, variationAxes: axes, keepFeatures });
  const whole = await subset(variationAxes);
  const kerning = kernedAs && (await subset(kernedAs));
  const foreign =
    added &&
    (await subsetFont(await readFile(join(source, added.from)), added.letters, {
      targetFormat,
      variationAxes: added.axes,
    }));
  const output = format === "ttf" ? whole : await lighten(whole, kerning, foreign);
  await writeFile(join(target, `${name}.${format}`), output);
  process.stdout.write(`${name}.${format}: ${Math.round(output.byteLength / 1024)} KB\n`);
}

/**
 * Reduces a WOFF2 font; `kerning` and `added` are WOFF2 files too.
 * @param kerning font with the kerning for the same letters
 * @param added font with the additional letters
 */
async function lighten(
  font: Uint8Array,
  kerning: Uint8Array | undefined,
  added: Uint8Array | undefined,
): Promise<Uint8Array> {
  const scratch = mkdtempSync(join(tmpdir(), "frontdesk-fonts-"));
  try {
    const fontFile = join(scratch, "font.woff2");
    await writeFile(fontFile, font);
    const options: string[] = [];
    for (const [name, output] of Object.entries({ kerning, add: added })) {
      if (!output) continue;
      const file = join(scratch, `${name}.woff2`);
      await writeFile(file, output);
      options.push(`--${name}`, file);
    }
    const script = join(import.meta.dirname, "lighten-font.py");
    execFileSync("python3", [script, fontFile, ...options], { stdio: "inherit" });
    return await readFile(fontFile);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
