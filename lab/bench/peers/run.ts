import { type Section, table, writeResults } from "../support/results.ts";
import { measureAstro } from "./astro.ts";
import { measureEmDash } from "./emdash.ts";

/** `npm run bench:peers astro` or `npm run bench:peers emdash TEMPLATE_FOLDER`: compares the product with another in one run. */
const [part, template] = process.argv.slice(2);

const compare = (name: string, ours: number, theirs: number) => [
  name,
  String(Math.round(ours)),
  String(Math.round(theirs)),
  (ours / theirs).toFixed(2),
];

async function measure(): Promise<Section> {
  if (part === "astro") {
    const { ours, astro } = await measureAstro();
    return {
      name: "peer-astro",
      title: "A post compared with the same page as static Astro: phone, 4G, 4× CPU slowdown",
      text: table(
        ["measurement", "Frontdesk, ms", "Astro, ms", "ratio"],
        [
          compare("speed index", ours.speedIndex, astro.speedIndex),
          compare("CPU time of the main thread", ours.mainThread, astro.mainThread),
        ],
      ),
    };
  }
  if (part === "emdash" && template) {
    const { ours, emdash } = await measureEmDash(template);
    return {
      name: "peer-emdash",
      title: "Start compared with EmDash's blog template",
      text: table(
        ["measurement", "Frontdesk, ms", "EmDash, ms", "ratio"],
        [compare("time from start to first post", ours, emdash)],
      ),
    };
  }
  throw new Error("Name a part: astro, or emdash and the folder of its blog template.");
}

writeResults([await measure()]);
