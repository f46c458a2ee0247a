import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readImport } from "../../app/domain/newsletter/subscribers/import.ts";
import { fromHtml } from "../../app/lib/rich-text/html/from-html.ts";
import { fromMarkdown } from "../../app/lib/rich-text/markdown/markdown.ts";
import { readWxr } from "../../app/ops/transfer/wordpress/read-parts.ts";
import { startSite } from "../../tests/support/site.ts";
import { type LoopReading, type MemoryReading, probeEnds } from "./probe.ts";
import { worstCases } from "./worst-requests.ts";

export interface WorstResult {
  group: string;
  variant: string;
  /** Status codes of the responses. */
  status: string;
  /** Longest time in milliseconds in which the event loop was blocked; minimum of all rounds. */
  longestBlock: number;
  /** CPU milliseconds of the main thread, which exclude other programs; minimum of all rounds. */
  cpu: number;
  /** Growth of resident and live MB over the rounds. */
  resident: number;
  live: number;
}

const warmUps = 1;
const rounds = 4;

/** Measures the most expensive requests of anonymous visitors one by one, inside the serving process. */
export async function measureWorstCases(only = ""): Promise<WorstResult[]> {
  await using site = await startProbed();
  const cases = worstCases(await findPlaces(site.url));
  const results: WorstResult[] = [];
  for (const { group, variant, send } of cases.filter((one) =>
    `${one.group} ${one.variant}`.includes(only),
  )) {
    for (let n = 0; n < warmUps; n += 1) await send(site.url);
    const before = await site.readMemory();
    let [longestBlock, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const statuses = new Set<number>();
    await site.readLoop();
    for (let n = 0; n < rounds; n += 1) {
      for (const status of await send(site.url)) statuses.add(status);
      const reading = await site.readLoop();
      longestBlock = Math.min(longestBlock, reading.longestBlock);
      cpu = Math.min(cpu, reading.cpu);
    }
    const after = await site.readMemory();
    results.push({
      group,
      variant,
      status: [...statuses].join(", "),
      longestBlock,
      cpu,
      resident: (after.resident - before.resident) / 2 ** 20,
      live: (after.live - before.live) / 2 ** 20,
    });
  }
  return results;
}

/** Starts a site with the probe; it accepts client addresses in request headers. */
export async function startProbed(env: Record<string, string> = {}) {
  const name = join(mkdtempSync(join(tmpdir(), "frontdesk-probe-")), "probe");
  const site = await startSite({
    env: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, "probe.ts")}`,
      BENCH_PROBE: name,
      TRUST_PROXY: "127.0.0.1",
      ...env,
    },
  });
  const read = async (end: string) => {
    const pieces: Buffer[] = [];
    for await (const piece of connect(name + end)) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString());
  };
  return {
    ...site,
    readLoop: (): Promise<LoopReading> => read(probeEnds.loop),
    readMemory: (): Promise<MemoryReading> => read(probeEnds.memory),
  };
}

export interface WorstGroup {
  group: string;
  variants: number;
  statuses: string;
  longestBlock: number;
  cpu: number;
  /** Variant with the most CPU time. */
  slowest: string;
  resident: number;
  live: number;
}

/** One row per group; each figure is the largest of its variants. */
export function summarizeWorst(results: readonly WorstResult[]): WorstGroup[] {
  return [...Map.groupBy(results, ({ group }) => group)].map(([group, variants]) => {
    const maximum = (figure: "longestBlock" | "cpu" | "resident" | "live") =>
      Math.max(...variants.map((one) => one[figure]));
    const statuses = variants.flatMap(({ status }) => status.split(", "));
    return {
      group,
      variants: variants.length,
      statuses: [...new Set(statuses)].sort().join(", "),
      longestBlock: maximum("longestBlock"),
      cpu: maximum("cpu"),
      slowest: variants.find(({ cpu }) => cpu === maximum("cpu"))?.variant ?? "",
      resident: maximum("resident"),
      live: maximum("live"),
    };
  });
}

async function findPlaces(site: string) {
  const page = await (await fetch(`${site}/blog`)).text();
  const find = (pattern: RegExp) => pattern.exec(page)?.[0] ?? "/";
  return {
    picture: find(/\/files\/[\w-]+\/\d+\.avif/),
    asset: find(/\/assets\/[\w.-]+\.js/),
  };
}

export interface TextCost {
  parser: string;
  text: string;
  kilobytes: number;
  /** Milliseconds, minimum of two runs. */
  ms: number;
}

interface TextParser {
  name: string;
  /** Maximum length in bytes. */
  bytes: number;
  parse(text: string): unknown;
  texts: Record<string, (size: number) => string>;
}

const repeated = (bit: string) => (size: number) => bit.repeat(Math.floor(size / bit.length));
const lineWithLink = "The river and *the* boats on [it](https://river.example/a), with words. ";
const exportHead = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>';
const exportItem = "<item><title>A title</title><link>https://old.example/a</link></item>";

/** Texts of maximum length that staff or a command submit, built to be slow; the last one of each parser is normal. */
const textParsers: readonly TextParser[] = [
  {
    name: "Markdown (editor)",
    bytes: 400_000,
    parse: (text) => fromMarkdown(text, { picture: () => null }),
    texts: {
      "unclosed emphasis": repeated("_a__b"),
      "unclosed links": repeated("[a](http://x "),
      brackets: repeated("["),
      "spaces between two letters": (size) => `a${" ".repeat(size - 2)}b`,
      "address of dots": (size) => `${"a.".repeat(size / 2)}@`,
      "nested quotes": repeated(">"),
      "lists in quotes": repeated("> - "),
      "paragraphs in thirty quotes": repeated(`${">".repeat(30)}a\n\n`),
      "long list": repeated("- a\n"),
      "unknown tags": (size) => Array.from({ length: size / 12 }, (_, n) => `- <x${n}>\n`).join(""),
      "paragraphs with links": repeated(`${lineWithLink.repeat(6)}\n\n`),
    },
  },
  {
    name: "HTML (paste, WordPress)",
    bytes: 400_000,
    parse: (text) => fromHtml(text, { picture: () => null }),
    texts: {
      "nested elements": repeated("<div>"),
      "nested marks": repeated("<b><i>"),
      "nested tables": repeated("<table><tr><td>"),
      entities: repeated("&#1;&lt;"),
      "paragraphs with links": repeated(
        '<p>The river and <em>the</em> boats on <a href="https://river.example/a">it</a>.</p>\n',
      ),
    },
  },
  {
    name: "CSV of subscribers",
    bytes: 2_000_000,
    parse: (text) => readImport(text, "UTC"),
    texts: {
      "spaces between two letters": (size) => `email\na${" ".repeat(size - 10)}b`,
      "unclosed quote": (size) => `email\n"${"a".repeat(size - 10)}`,
      "one line of commas": repeated(","),
      addresses: (size) => `email\n${repeated("somebody@river.example\n")(Math.min(size, 400_000))}`,
    },
  },
  {
    name: "WordPress export (command)",
    bytes: 10_000_000,
    parse: parseExport,
    texts: {
      "nested elements": (size) => exportHead + repeated("<a>")(size),
      attributes: (size) =>
        `${exportHead}<item ${Array.from({ length: size / 12 }, (_, n) => `a${n}=""`).join(" ")}>`,
      "one long text": (size) => `${exportHead}<item><title>${"a ".repeat(size / 2)}</title></item>`,
      entries: (size) =>
        `${exportHead}<wp:wxr_version>1.2</wp:wxr_version>${repeated(exportItem)(size)}</channel></rss>`,
    },
  },
];

/** Time to parse the most expensive texts. */
export async function measureWorstTexts(): Promise<TextCost[]> {
  const costs: TextCost[] = [];
  for (const { name, bytes, parse, texts } of textParsers)
    for (const [description, make] of Object.entries(texts)) {
      const text = make(bytes);
      let ms = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 2; n += 1) {
        const start = performance.now();
        try {
          await parse(text);
        } catch {
          // A rejection is a valid result, too.
        }
        ms = Math.min(ms, performance.now() - start);
      }
      costs.push({ parser: name, text: description, kilobytes: text.length / 1000, ms });
    }
  return costs;
}

async function parseExport(text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-wxr-"));
  try {
    writeFileSync(join(folder, "export.xml"), text);
    await readWxr([join(folder, "export.xml")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
