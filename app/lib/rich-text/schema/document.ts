/** Rich text as stored: the JSON of Tiptap's stock nodes and marks, with pictures by file id. */
export type RichText = { type: "doc"; content: Block[] };

export type Block =
  | Paragraph
  | Heading
  | BulletList
  | OrderedList
  | Blockquote
  | CodeBlock
  | HorizontalRule
  | Table
  | PictureBlock
  | GalleryBlock
  | Video;

export type Inline = Text | HardBreak;

export type Paragraph = { type: "paragraph"; content?: Inline[] | undefined };
export type Heading = { type: "heading"; attrs: { level: 2 | 3 | 4 }; content?: Inline[] | undefined };
export type BulletList = { type: "bulletList"; content: ListItem[] };
export type OrderedList = {
  type: "orderedList";
  attrs?: { start?: number | undefined } | undefined;
  content: ListItem[];
};
/** List item; its first block is always a paragraph. */
export type ListItem = { type: "listItem"; content: Block[] };
/** `cite` is the citation line. */
export type Blockquote = {
  type: "blockquote";
  attrs?: { cite?: string | null | undefined } | undefined;
  content: Block[];
};
export type CodeBlock = {
  type: "codeBlock";
  attrs?: { language?: string | null | undefined } | undefined;
  content?: Text[] | undefined;
};
export type HorizontalRule = { type: "horizontalRule" };
export type Table = { type: "table"; content: TableRow[] };
export type TableRow = { type: "tableRow"; content?: TableCell[] | undefined };
export type TableCell = {
  type: "tableHeader" | "tableCell";
  attrs?: { colspan?: number | undefined; rowspan?: number | undefined } | undefined;
  content: Block[];
};
export type PictureBlock = {
  type: "image";
  attrs: { file: string; alt?: string | null | undefined; caption?: string | null | undefined };
};
/** Gallery of pictures that a viewer opens large. */
export type GalleryBlock = { type: "gallery"; content: PictureBlock[] };
export type Video = { type: "video"; attrs: { url: string; caption?: string | null | undefined } };

export type Text = { type: "text"; text: string; marks?: Mark[] | undefined };
export type HardBreak = { type: "hardBreak"; marks?: Mark[] | undefined };
export type Mark = LinkMark | AnchorMark | PlainMark;
export type PlainMark = { type: Exclude<MarkName, "link" | "anchor"> };
/** Link target for `#id`; on the first text of a heading, it is the id of the heading. */
export type AnchorMark = { type: "anchor"; attrs: { id: string } };
export type LinkMark = { type: "link"; attrs: LinkAttributes };
export type LinkAttributes = { href: string; newTab?: boolean | undefined };
export type MarkName = (typeof markNames)[number];

/** Mark names from the outside in, the order in which marks are written and stored. */
export const markNames = ["anchor", "link", "bold", "italic", "strike", "underline", "code"] as const;

export const emptyDoc: RichText = { type: "doc", content: [{ type: "paragraph" }] };

/** Whether a document shows nothing: only empty paragraphs and spaces. */
export function isEmptyDoc(doc: RichText): boolean {
  return doc.content.every((block) => block.type === "paragraph" && isBlank(block.content ?? []));
}

function isBlank(content: Inline[]): boolean {
  return content.every((node) => node.type === "hardBreak" || node.text.trim() === "");
}
