import { codeOf, paragraphOf, pictureBlocks } from "./build.ts";
import type { Block } from "./document.ts";
import { decodeEntities } from "./entities.ts";
import type { BlockTag } from "./markdown-nest.ts";
import type { Source } from "./markdown-source.ts";
import { readTag, type Tag } from "./markdown-tags.ts";

const codeShape = /^<pre><code(?: class="language-([^"<>]*)")?>([^<]*)<\/code><\/pre>$/;

/** The attributes each tag may have, with the largest number each may be. */
const structure = new Map<string, [name: string, least: number, most: number][]>([
  ["blockquote", []],
  ["ul", []],
  ["ol", [["start", 0, 999_999_999]]],
  ["li", []],
  ["table", []],
  ["tr", []],
  ...["td", "th"].map((name): [string, [string, number, number][]] => [
    name,
    [
      ["colspan", 1, 100],
      ["rowspan", 1, 1000],
    ],
  ]),
]);

/** What a piece of HTML that stands for itself means, if it is of the few kinds that we write; else null. */
export function readHtmlBlock(html: string, source: Source): (Block | BlockTag)[] | null {
  const raw = html.trim();
  if (raw === "<!-- -->") return [];
  if (raw === "<p></p>") return [paragraphOf([])];
  const code = codeShape.exec(raw);
  if (code) return [codeOf(decodeEntities(code[2] ?? ""), code[1] ?? null)];
  const tags = raw.split("\n").map((line) => ({ raw: line, tag: readTag(line) }));
  const picture = tags.length === 1 && tags[0]?.tag ? pictureOf(tags[0].tag, source) : null;
  if (picture) return picture;
  const structural = tags.flatMap(({ raw, tag }) =>
    tag && isStructural(tag) ? { type: "tag" as const, tag, raw } : [],
  );
  return structural.length === tags.length ? structural : null;
}

function pictureOf(tag: Tag, source: Source): Block[] | null {
  const file = tag.name === "img" && !tag.closes ? source.picture(tag.attrs.get("src") ?? "") : null;
  return file === null ? null : pictureBlocks(file, tag.attrs.get("alt") ?? "", tag.attrs.get("title") ?? "");
}

function isStructural({ name, attrs }: Tag): boolean {
  const allowed = structure.get(name);
  return (
    [...attrs].every(([key, value]) =>
      allowed?.some(
        ([one, least, most]) => one === key && /^\d{1,9}$/.test(value) && least <= +value && +value <= most,
      ),
    ) && allowed !== undefined
  );
}
