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
  what: string;
  /** Statuses of the answers. */
  status: string;
  /** Longest time in milliseconds in which the event loop was blocked; minimum of all rounds. */
  stall: number;
  /** CPU milliseconds of the thread, which exclude other programs; minimum of all rounds. */
  worked: number;
  /** Growth of resident and live MB over the rounds. */
  resident: number;
  live: number;
}

const warmUps = 1;
const rounds = 4;

/** Measures the most expensive requests of anonymous visitors in turn, inside the serving process. */
export async function measureWorstCases(only = ""): Promise<WorstResult[]> {
  await using site = await startProbed();
  const cases = worstCases(await findPlaces(site.url));
  const results: WorstResult[] = [];
  for (const { group, what, send } of cases.filter((one) => `${one.group} ${one.what}`.includes(only))) {
    for (let n = 0; n < warmUps; n += 1) await send(site.url);
    const before = await site.readMemory();
    let [stall, worked] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const statuses = new Set<number>();
    await site.readLoop();
    for (let n = 0; n < rounds; n += 1) {
      for (const status of await send(site.url)) statuses.add(status);
      const reading = await site.readLoop();
      stall = Math.min(stall, reading.stall);
      worked = Math.min(worked, reading.worked);
    }
    const after = await site.readMemory();
    results.push({
      group,
      what,
      status: [...statuses].join(", "),
      stall,
      worked,
      resident: (after.resident - before.resident) / 2 ** 20,
      live: (after.live - before.live) / 2 ** 20,
    });
  }
  return results;
}

/** Starts a site with the probe; each address in a request counts as another network. */
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
  kinds: number;
  statuses: string;
  stall: number;
  worked: number;
  /** Kind with the most work of the thread. */
  worst: string;
  resident: number;
  live: number;
}

/** One row per group; each value is that of its worst kind. */
export function summarizeWorst(results: readonly WorstResult[]): WorstGroup[] {
  return [...Map.groupBy(results, ({ group }) => group)].map(([group, kinds]) => {
    const most = (figure: "stall" | "worked" | "resident" | "live") =>
      Math.max(...kinds.map((kind) => kind[figure]));
    const statuses = kinds.flatMap(({ status }) => status.split(", "));
    return {
      group,
      kinds: kinds.length,
      statuses: [...new Set(statuses)].sort().join(", "),
      stall: most("stall"),
      worked: most("worked"),
      worst: kinds.find(({ worked }) => worked === most("worked"))?.what ?? "",
      resident: most("resident"),
      live: most("live"),
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
  reader: string;
  what: string;
  kilobytes: number;
  /** Milliseconds, minimum of two readings. */
  ms: number;
}

interface Reader {
  name: string;
  /** Maximum length in bytes. */
  bytes: number;
  read(text: string): unknown;
  texts: Record<string, (size: number) => string>;
}

const repeated = (bit: string) => (size: number) => bit.repeat(Math.floor(size / bit.length));
const lineWithLink = "The river and *the* boats on [it](https://river.example/a), with words. ";
const exportHead = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>';
const exportItem = "<item><title>A title</title><link>https://old.example/a</link></item>";

/** Texts of maximum length that staff or a command submit, built to be slow. The last one of each group is normal. */
const textReaders: readonly Reader[] = [
  {
    name: "Markdown (editor)",
    bytes: 400_000,
    read: (text) => fromMarkdown(text, { picture: () => null }),
    texts: {
      "unclosed emphasis": repeated("_a__b"),
      "unclosed links": repeated("[a](http://x "),
      brackets: repeated("["),
      "spaces between two letters": (size) => `a${" ".repeat(size - 2)}b`,
      "an address of dots": (size) => `${"a.".repeat(size / 2)}@`,
      "nested quotes": repeated(">"),
      "lists in quotes": repeated("> - "),
      "paragraphs in thirty quotes": repeated(`${">".repeat(30)}a\n\n`),
      "a long list": repeated("- a\n"),
      "unknown tags": (size) => Array.from({ length: size / 12 }, (_, n) => `- <x${n}>\n`).join(""),
      "paragraphs with links": repeated(`${lineWithLink.repeat(6)}\n\n`),
    },
  },
  {
    name: "HTML (paste, WordPress)",
    bytes: 400_000,
    read: (text) => fromHtml(text, { picture: () => null }),
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
    read: (text) => readImport(text, "UTC"),
    texts: {
      "spaces between two letters": (size) => `email\na${" ".repeat(size - 10)}b`,
      "an unclosed quote": (size) => `email\n"${"a".repeat(size - 10)}`,
      "one line of commas": repeated(","),
      addresses: (size) => `email\n${repeated("somebody@river.example\n")(Math.min(size, 400_000))}`,
    },
  },
  {
    name: "WordPress export (command)",
    bytes: 10_000_000,
    read: readFile,
    texts: {
      "nested elements": (size) => exportHead + repeated("<a>")(size),
      attributes: (size) =>
        `${exportHead}<item ${Array.from({ length: size / 12 }, (_, n) => `a${n}=""`).join(" ")}>`,
      "one text": (size) => `${exportHead}<item><title>${"a ".repeat(size / 2)}</title></item>`,
      entries: (size) =>
        `${exportHead}<wp:wxr_version>1.2</wp:wxr_version>${repeated(exportItem)(size)}</channel></rss>`,
    },
  },
];

/** Cost of reading the most expensive texts. */
export async function measureWorstTexts(): Promise<TextCost[]> {
  const costs: TextCost[] = [];
  for (const { name, bytes, read, texts } of textReaders)
    for (const [what, make] of Object.entries(texts)) {
      const text = make(bytes);
      let ms = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 2; n += 1) {
        const start = performance.now();
        try {
          await read(text);
        } catch {
          // A rejection is a valid answer, too.
        }
        ms = Math.min(ms, performance.now() - start);
      }
      costs.push({ reader: name, what, kilobytes: text.length / 1000, ms });
    }
  return costs;
}

async function readFile(text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-wxr-"));
  try {
    writeFileSync(join(folder, "export.xml"), text);
    await readWxr([join(folder, "export.xml")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
