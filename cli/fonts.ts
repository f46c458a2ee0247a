import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import subsetFont from "subset-font";

/**
 * `node cli/fonts.ts`: cuts the site's fonts from Fontsource's into app/ui/fonts: WOFF2 for browsers, TTF for pictures drawn on
 * the server. Those for browsers are made lighter by fontTools (Debian: python3-fonttools, python3-brotli), see decision 63.
 */
const folder = join(import.meta.dirname, "..");
const source = join(folder, "node_modules/@fontsource-variable");
const target = join(folder, "app/ui/fonts");

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));

/** What English is written with; the first file every page loads. */
const latin = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…←→`;
/** The names of Western Europe and signs that few pages have; then the names of the rest. */
const accents = `${[...range(0xa1, 0xff)].filter((letter) => !latin.includes(letter)).join("")}ıŒœŠšŽžŸ‚„‹›€™−`;
const latinExtended = range(0x100, 0x24f);
const taka = "৳";
/**
 * The Bengali block with danda and joiners; conjuncts follow from the font's own rules. Their outlines are many, so there is a
 * file for texts and one for what is stronger, each a third of one for all weights: a Bangla title alone needs only the second.
 */
const bangla = `।॥${range(0x980, 0x9fe)}\u200c\u200d`;

const weight = { min: 400, max: 700, default: 400 };
const width = { min: 80, max: 100, default: 100 };
/** Kerning and even figures; English needs no more. */
const plain = ["kern", "tnum"];
const withAccents = [...plain, "ccmp", "locl", "mark", "mkmk"];
const both = { wght: weight, wdth: width };

const latinSource = "anek-latin/files/anek-latin-latin-wdth-normal.woff2";
const banglaSource = "anek-bangla/files/anek-bangla-bengali-wght-normal.woff2";
/** Between text (400, 100 %) and headings (600 to 650, 84 to 92 %): nowhere is a pair set off by more than 0.015 em. */
const middle = { wght: 550, wdth: 95 };
await cut(latinSource, "anek-latin", latin, both, plain, { kernedAs: middle });
await cut(latinSource, "anek-latin-accents", accents, both, withAccents);
await cut(
  "anek-latin/files/anek-latin-latin-ext-wdth-normal.woff2",
  "anek-latin-ext",
  latinExtended,
  both,
  withAccents,
);
for (const wght of [400, 620]) await cut(banglaSource, `anek-bangla-${wght}`, bangla, { wght });
await cut(banglaSource, "anek-taka", taka, { wght: weight });
await cut(latinSource, "anek-latin", latin + accents, both, withAccents, { format: "ttf" });
await cut(banglaSource, "anek-bangla", bangla, { wght: weight }, undefined, { format: "ttf" });
copyFileSync(join(source, "anek-latin/LICENSE"), join(target, "OFL-anek-latin.txt"));
copyFileSync(join(source, "anek-bangla/LICENSE"), join(target, "OFL-anek-bangla.txt"));

type Axes = Record<string, number | { min: number; max: number; default: number }>;

interface CutOptions {
  format?: "woff2" | "ttf";
  /** Kerns every weight and width as this one is kerned: the same for all costs a third of what each its own does. */
  kernedAs?: Record<string, number>;
}

async function cut(
  from: string,
  name: string,
  letters: string,
  variationAxes: Axes,
  keepFeatures?: string[],
  { format = "woff2", kernedAs }: CutOptions = {},
) {
  const font = await readFile(join(source, from));
  const file = join(target, `${name}.${format}`);
  const targetFormat = format === "ttf" ? "sfnt" : format;
  await writeFile(file, await subsetFont(font, letters, { targetFormat, variationAxes, keepFeatures }));
  if (format === "woff2")
    await lighten(
      file,
      kernedAs && (await subsetFont(font, letters, { targetFormat, variationAxes: kernedAs, keepFeatures })),
    );
  process.stdout.write(`${name}.${format}: ${Math.round((await readFile(file)).byteLength / 1024)} KB\n`);
}

async function lighten(file: string, kerning: Uint8Array | undefined): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "frontdesk-fonts-"));
  try {
    const kerningFile = join(scratch, "kerning.woff2");
    if (kerning) await writeFile(kerningFile, kerning);
    const script = join(import.meta.dirname, "lighten-font.py");
    execFileSync("python3", [script, file, ...(kerning ? [kerningFile] : [])], { stdio: "inherit" });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
