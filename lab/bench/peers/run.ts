import { type Section, table, writeResults } from "../support/results.ts";
import { measureAstro } from "./astro.ts";
import { measureEmDash } from "./emdash.ts";

/** `npm run bench:peers astro`, or `npm run bench:peers emdash TEMPLATE_FOLDER`: this product and another one in one run. */
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
      title: "A post and the same page as static Astro, phone on 4G, CPU ÷ 4",
      text: table(
        ["figure", "ours, ms", "Astro, ms", "ours ÷ Astro"],
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
      title: "Start to the first page, compared with EmDash's blog template",
      text: table(
        ["figure", "ours, ms", "EmDash, ms", "ours ÷ EmDash"],
        [compare("start to the first post", ours, emdash)],
      ),
    };
  }
  throw new Error("Name a part: astro, or emdash and the folder of its blog template.");
}

writeResults([await measure()]);
