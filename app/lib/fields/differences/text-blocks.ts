import type { Block, Inline, ListItem, RichText } from "#app/lib/rich-text/schema/document.ts";

/** Paragraph, heading, list item or value: the unit of comparison. */
export interface TextBlock {
  /** Kind of block, such as "Heading 2"; empty for plain text. */
  kind: string;
  text: string;
  /** Identity of the block: kind, text, formatting, ids. */
  key: string;
  /** Nesting depth in a list. */
  depth: number;
}

export function block(kind: string, text: string, rest: { sign?: string; depth?: number } = {}): TextBlock {
  const { sign = "", depth = 0 } = rest;
  return { kind, text, depth, key: `${kind}\n${depth}\n${text}\n${sign}` };
}

/** Names of linked records by id, without deleted ones. */
export type NamesById = Readonly<Record<string, string>>;

/** Blocks of a rich text; link addresses follow their words in brackets. */
export function blocksOfRichText(doc: RichText, names: NamesById): TextBlock[] {
  return doc.content.flatMap((one) => blocksOf(one, names, 0)).filter(({ kind, text }) => kind || text);
}

/** Blocks of a value of any shape; a value other than rich text has none. */
export function blocksOfDocument(value: unknown, names: NamesById): TextBlock[] {
  return isDocument(value) ? blocksOfRichText(value, names) : [];
}

function isDocument(value: unknown): value is RichText {
  // The editor created the document, so its shape is trusted.
  return Array.isArray(Reflect.get(Object(value), "content"));
}

function blocksOf(node: Block, names: NamesById, depth: number): TextBlock[] {
  switch (node.type) {
    case "paragraph":
      return [textOf("", node.content, depth)];
    case "heading":
      return [textOf(`Heading ${node.attrs.level}`, node.content, depth)];
    case "codeBlock":
      return [block("Code", plain(node.content), { depth, sign: node.attrs?.language ?? "" })];
    case "bulletList":
      return node.content.flatMap((item) => itemBlocks("•", item, names, depth));
    case "orderedList": {
      const start = node.attrs?.start ?? 1;
      return node.content.flatMap((item, n) => itemBlocks(`${start + n}.`, item, names, depth));
    }
    case "blockquote":
      return [
        ...node.content.flatMap((one) =>
          blocksOf(one, names, depth).map((one) => (one.kind === "" ? named(one, "Quote") : one)),
        ),
        ...(node.attrs?.cite ? [block("Quoted from", node.attrs.cite, { depth })] : []),
      ];
    case "table":
      return node.content.map((row) => {
        const cells = (row.content ?? []).map((cell) =>
          cell.content.flatMap((one) => blocksOf(one, names, 0)),
        );
        const sign = JSON.stringify(cells.map((blocks) => blocks.map(({ key }) => key)));
        const text = cells.map((blocks) => blocks.map((one) => one.text).join(" ")).join(" | ");
        return block("Table row", text, { depth, sign });
      });
    case "image": {
      const { file, alt, caption } = node.attrs;
      const words = [
        names[file] ?? missingLabel,
        alt && `described as “${alt}”`,
        caption && `captioned “${caption}”`,
      ];
      return [block("Picture", words.filter(Boolean).join(", "), { depth, sign: file })];
    }
    case "gallery":
      return node.content.flatMap((one) =>
        blocksOf(one, names, depth).map((one) => named(one, "Gallery picture")),
      );
    case "video":
      return [block("Video", node.attrs.url, { depth })];
    default:
      return [block("Line", "", { depth })];
  }
}

/** Label for an id without a record. */
export const missingLabel = "a deleted item";

function itemBlocks(mark: string, item: ListItem, names: NamesById, depth: number): TextBlock[] {
  const [first, ...rest] = item.content;
  const own = first?.type === "paragraph" ? [textOf(mark, first.content, depth + 1)] : [];
  const below = own.length > 0 ? rest : item.content;
  return [...own, ...below.flatMap((one) => blocksOf(one, names, depth + 1))];
}

function named(one: TextBlock, kind: string): TextBlock {
  return { ...one, kind, key: `${kind}${one.key}` };
}

function textOf(kind: string, content: Inline[] | undefined, depth: number): TextBlock {
  const sign = (content ?? []).flatMap((node) => {
    const marks = (node.marks ?? []).map(({ type }) => type).filter((type) => type !== "link");
    return marks.length > 0 && node.type === "text" ? [`${marks.sort().join()}:${node.text}`] : [];
  });
  return block(kind, withAddresses(content ?? []), { depth, sign: sign.join("\n") });
}

function withAddresses(content: Inline[]): string {
  const hrefs = content.map((node) => {
    const link = node.marks?.find((mark) => mark.type === "link");
    return link?.type === "link" ? link.attrs.href : "";
  });
  return content
    .map((node, n) => {
      const ends = hrefs[n] !== "" && hrefs[n] !== hrefs[n + 1];
      return (node.type === "text" ? node.text : "\n") + (ends ? ` (${hrefs[n]})` : "");
    })
    .join("");
}

function plain(content: Inline[] | undefined): string {
  return (content ?? []).map((node) => (node.type === "text" ? node.text : "\n")).join("");
}
