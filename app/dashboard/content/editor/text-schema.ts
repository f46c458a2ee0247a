import { type AnyExtension, InputRule, type JSONContent, Mark, Node, PasteRule } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { addRowAfter, goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { isAnchorId, isLinkAddress, isVideoAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type { LinkAttributes, RichText } from "#app/lib/rich-text/schema/document.ts";
import { cleanCode, cleanLine, normalDoc } from "#app/lib/rich-text/schema/normal.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    link: {
      /** Links the selection, or changes the link at the caret. Unsafe addresses change nothing. */
      setLink(link: LinkAttributes): ReturnType;
      unsetLink(): ReturnType;
    };
  }
}

const typedAddress = /(?:^|\s)(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]) $/;
const markdownLink = /\[([^\]]+)\]\(([^\s()]+)\)$/;
const pastedAddress = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** Link mark with an address and whether it opens in a new tab; rejects addresses that can run code. */
const LinkMark = Mark.create({
  name: "link",
  priority: 1000,
  inclusive: false,
  exitable: true,
  addAttributes: () => ({
    href: { default: null },
    newTab: { default: false, parseHTML: (link) => link.getAttribute("target") === "_blank" },
  }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (link) => (isLinkAddress(link.getAttribute("href")) ? null : false) },
  ],
  // The title shows the address. Links are not followed inside the editor.
  renderHTML: ({ HTMLAttributes: { href, newTab } }) => [
    "a",
    newTab ? { href, title: href, target: "_blank" } : { href, title: href },
    0,
  ],
  addCommands() {
    return {
      setLink:
        ({ href, newTab = false }) =>
        ({ chain, state: { selection } }) =>
          isLinkAddress(href) &&
          chain()
            .extendMarkRange(this.name)
            .setMark(this.name, { href, newTab })
            .setTextSelection(selection)
            .run(),
      unsetLink:
        () =>
        ({ chain, state: { selection } }) =>
          chain().extendMarkRange(this.name).unsetMark(this.name).setTextSelection(selection).run(),
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: typedAddress,
        handler: ({ state, range, match }) => {
          const [whole, href = ""] = match;
          if (!isLinkAddress(href)) return;
          const start = range.from + whole.indexOf(href);
          state.tr
            .addMark(start, start + href.length, this.type.create({ href }))
            .removeStoredMark(this.type);
        },
      }),
      new InputRule({
        find: markdownLink,
        handler: ({ state, range, match }) => {
          const [, text = "", href = ""] = match;
          if (!isLinkAddress(href)) return;
          const marks = this.type.create({ href }).addToSet(state.selection.$from.marks());
          state.tr
            .replaceWith(range.from, range.to, state.schema.text(text, marks))
            .removeStoredMark(this.type);
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: pastedAddress,
        handler: ({ state, range, match }) => {
          if (isLinkAddress(match[0]))
            state.tr.addMark(range.from, range.to, this.type.create({ href: match[0] }));
        },
      }),
    ];
  },
});

/** Link target within a text, such as a footnote of an imported one. Deleted with its words. */
const AnchorMark = Mark.create({
  name: "anchor",
  inclusive: false,
  addAttributes: () => ({ id: { default: null, parseHTML: (place) => place.getAttribute("data-anchor") } }),
  parseHTML: () => [
    {
      tag: "span[data-anchor]",
      getAttrs: (place) => (isAnchorId(place.getAttribute("data-anchor")) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { id } }) => ["span", { "data-anchor": id, title: `#${id}` }, 0],
});

/** Roles by which ProseMirror's table commands find nodes. */
const roles: Record<string, string> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

const cell = (tag: "td" | "th") => ({
  content: "block+",
  isolating: true,
  addAttributes: () => ({ colspan: spanAttribute("colspan"), rowspan: spanAttribute("rowspan") }),
  parseHTML: () => [{ tag }],
});

const TableCell = Node.create({
  name: "tableCell",
  ...cell("td"),
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: "tableHeader",
  ...cell("th"),
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["div", { class: "tablebox" }, ["table", ["tbody", 0]]],
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    const grow = () => addRowAfter(this.editor.state, this.editor.view.dispatch) && go(1);
    return {
      // In the last cell Tab adds a row, as in word processors.
      Tab: () => this.editor.isActive("table") && (go(1) || grow()),
      "Shift-Tab": () => this.editor.isActive("table") && go(-1),
    };
  },
});

const tableNodes: AnyExtension[] = [Table, TableRow, TableCell, TableHeader];

function spanAttribute(name: "colspan" | "rowspan") {
  const parseHTML = (element: HTMLElement) => Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1;
  return { default: 1, parseHTML };
}

/** The stock nodes, limited to the attributes that are stored. */
const HeadingNode = Heading.extend({
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
}).configure({ levels: [2, 3, 4] });

const OrderedListNode = OrderedList.extend({
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list) => Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1 },
  }),
  addProseMirrorPlugins: () => [],
});

/** `cite` is the source of the quote. */
const BlockquoteNode = Blockquote.extend({
  addAttributes: () => ({
    cite: {
      default: null,
      parseHTML: (quote) => quote.getAttribute("data-cite"),
      renderHTML: ({ cite }) => (cite ? { "data-cite": cite } : {}),
    },
  }),
});

const CodeBlockNode = CodeBlock.configure({ enableTabIndentation: true, tabSize: 2 });

const nodes: AnyExtension[] = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  HeadingNode,
  BlockquoteNode,
  CodeBlockNode,
  HorizontalRule,
  BulletList,
  OrderedListNode,
  ListItem,
  ListKeymap,
];

/** The stock mark excludes all others; stored text may combine them. */
const CodeMark = Code.extend({ excludes: "" });

const marks: AnyExtension[] = [AnchorMark, LinkMark, Bold, Italic, Strike, Underline, CodeMark];

/**
 * Nodes and marks of stored rich text; `text-schema.test.ts` compares them with the server's. Pictures and
 * videos are added with their views.
 */
export const textSchema: AnyExtension[] = [...nodes, ...tableNodes, ...marks];

/** Picture of the library by its file id, without a view. */
export const PictureNode = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file: { default: null, parseHTML: (figure) => figure.getAttribute("data-file") },
    alt: { default: "", parseHTML: (figure) => figure.getAttribute("data-alt") ?? "" },
    caption: { default: null, parseHTML: (figure) => figure.getAttribute("data-caption") || null },
  }),
  parseHTML: () => [{ tag: "figure[data-file]" }],
  renderHTML: ({ HTMLAttributes: { file, alt, caption } }) => [
    "figure",
    { "data-file": file, "data-alt": alt, "data-caption": caption ?? "" },
  ],
});

/** Pictures shown next to each other. */
export const GalleryNode = Node.create({
  name: "gallery",
  group: "block",
  content: "image+",
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: "div[data-gallery]" }],
  renderHTML: () => ["div", { class: "gallery", "data-gallery": "" }, 0],
});

/** Video by its address. */
export const VideoNode = Node.create({
  name: "video",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    url: { default: null, parseHTML: (figure) => figure.getAttribute("data-video") },
    caption: { default: null, parseHTML: (figure) => figure.getAttribute("data-caption") || null },
  }),
  parseHTML: () => [
    {
      tag: "figure[data-video]",
      getAttrs: (figure) => (isVideoAddress(figure.getAttribute("data-video")) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { url, caption } }) => [
    "figure",
    { "data-video": url, "data-caption": caption ?? "" },
  ],
});

export const mediaNodes: AnyExtension[] = [PictureNode, GalleryNode, VideoNode];

/** Converts the editor's document to the stored form: normalised, without unprintable characters. */
export function toStored(doc: JSONContent): RichText {
  // Both schemas allow the same content, and the server validates it again.
  return normalDoc(cleaned(doc, false) as RichText);
}

function cleaned(node: JSONContent, isCode: boolean): JSONContent {
  if (node.text !== undefined) return { ...node, text: isCode ? cleanCode(node.text) : cleanLine(node.text) };
  if (!node.content) return node;
  const content = node.content.map((part) => cleaned(part, node.type === "codeBlock"));
  return { ...node, content: content.filter(({ text }) => text !== "") };
}
