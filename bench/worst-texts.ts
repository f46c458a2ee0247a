import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readImport } from "#app/leads/subscribers/read-import.ts";
import { fromHtml } from "#app/rich-text/html/from-html.ts";
import { fromMarkdown } from "#app/rich-text/markdown/markdown.ts";
import { readWxr } from "#app/transfer/wordpress/read-wxr.ts";

export interface TextCost {
  reader: string;
  what: string;
  kilobytes: number;
  /** Milliseconds, the least of two readings. */
  ms: number;
}

interface Reader {
  name: string;
  /** The longest it is given. */
  bytes: number;
  read(text: string): unknown;
  texts: Record<string, (size: number) => string>;
}

const fill = (bit: string) => (size: number) => bit.repeat(Math.floor(size / bit.length));
const link = "The river and *the* boats on [it](https://river.example/a), with words. ";
const head = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>';
const item = "<item><title>A title</title><link>https://old.example/a</link></item>";

/** Texts that staff hand in, or a command reads: as long as they may be, and made to take long. The last of each is honest. */
const readers: readonly Reader[] = [
  {
    name: "Markdown (editor)",
    bytes: 400_000,
    read: (text) => fromMarkdown(text, { picture: () => null }),
    texts: {
      "emphasis that never ends": fill("_a__b"),
      "links that never end": fill("[a](http://x "),
      brackets: fill("["),
      "spaces between two letters": (size) => `a${" ".repeat(size - 2)}b`,
      "an address of dots": (size) => `${"a.".repeat(size / 2)}@`,
      "quotes in quotes": fill(">"),
      "lists in quotes": fill("> - "),
      "paragraphs in thirty quotes": fill(`${">".repeat(30)}a\n\n`),
      "a long list": fill("- a\n"),
      "tags nobody knows": (size) => Array.from({ length: size / 12 }, (_, n) => `- <x${n}>\n`).join(""),
      "paragraphs with links": fill(`${link.repeat(6)}\n\n`),
    },
  },
  {
    name: "HTML (paste, WordPress)",
    bytes: 400_000,
    read: (text) => fromHtml(text, { picture: () => null }),
    texts: {
      "elements in elements": fill("<div>"),
      "marks in marks": fill("<b><i>"),
      "tables in tables": fill("<table><tr><td>"),
      entities: fill("&#1;&lt;"),
      "paragraphs with links": fill(
        '<p>The river and <em>the</em> boats on <a href="https://river.example/a">it</a>.</p>\n',
      ),
    },
  },
  {
    name: "CSV of subscribers",
    bytes: 2_000_000,
    read: (text) => readImport(text),
    texts: {
      "spaces between two letters": (size) => `email\na${" ".repeat(size - 10)}b`,
      "a quote that never ends": (size) => `email\n"${"a".repeat(size - 10)}`,
      "one line of commas": fill(","),
      addresses: (size) => `email\n${fill("somebody@river.example\n")(Math.min(size, 400_000))}`,
    },
  },
  {
    name: "WordPress export (command)",
    bytes: 10_000_000,
    read: readFile,
    texts: {
      "elements in elements": (size) => head + fill("<a>")(size),
      attributes: (size) =>
        `${head}<item ${Array.from({ length: size / 12 }, (_, n) => `a${n}=""`).join(" ")}>`,
      "one text": (size) => `${head}<item><title>${"a ".repeat(size / 2)}</title></item>`,
      entries: (size) => `${head}<wp:wxr_version>1.2</wp:wxr_version>${fill(item)(size)}</channel></rss>`,
    },
  },
];

/** What the dearest texts cost whoever reads them. */
export async function measureWorstTexts(): Promise<TextCost[]> {
  const costs: TextCost[] = [];
  for (const { name, bytes, read, texts } of readers)
    for (const [what, make] of Object.entries(texts)) {
      const text = make(bytes);
      let ms = Number.POSITIVE_INFINITY;
      for (let n = 0; n < 2; n += 1) {
        const start = performance.now();
        try {
          await read(text);
        } catch {
          // A refusal in words is an answer, too.
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
    await readWxr(join(folder, "export.xml"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
