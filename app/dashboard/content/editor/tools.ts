import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type Command, TextSelection } from "@tiptap/pm/state";
import { isInTable } from "@tiptap/pm/tables";
import type { LucideIcon } from "lucide-react";
import Code from "lucide-react/icons/code";
import Heading2 from "lucide-react/icons/heading-2";
import Heading3 from "lucide-react/icons/heading-3";
import Heading4 from "lucide-react/icons/heading-4";
import Image from "lucide-react/icons/image";
import Images from "lucide-react/icons/images";
import Italic from "lucide-react/icons/italic";
import Bold from "lucide-react/icons/letter-b";
import Link from "lucide-react/icons/link";
import List from "lucide-react/icons/list";
import ListOrdered from "lucide-react/icons/list-ordered";
import Minus from "lucide-react/icons/minus";
import Pilcrow from "lucide-react/icons/pilcrow";
import Quote from "lucide-react/icons/quote";
import Redo2 from "lucide-react/icons/redo-2";
import SquareCode from "lucide-react/icons/square-code";
import Table from "lucide-react/icons/table";
import Undo2 from "lucide-react/icons/undo-2";
import Video from "lucide-react/icons/video";
import { type KeyboardEvent, useEffect, useState } from "react";
import { videoAddress } from "#app/lib/rich-text/schema/addresses.ts";

/**
 * Inserts a table of three columns with a header row and puts the caret into its first cell. Tables do not
 * nest.
 */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const table = state.schema.nodeFromJSON(emptyTable);
  const tr = state.tr.replaceSelectionWith(table);
  const start = findStart(tr.doc, table);
  if (start === null) return false;
  const end = start + table.nodeSize;
  // Without a paragraph below it, no text could follow the table.
  if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, state.schema.node("paragraph"));
  // Table, row, cell and paragraph each add 1 to the position.
  tr.setSelection(TextSelection.create(tr.doc, start + 4));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Replaces a line that is only a video address, with the caret at its end, by the video and a new line. */
export const insertTypedVideo: Command = ({ selection: { $from, empty }, schema, tr }, dispatch) => {
  const line = $from.parent;
  const { video, paragraph } = schema.nodes;
  const isAtEnd = empty && line.type === paragraph && $from.parentOffset === line.content.size;
  if (!isAtEnd || !video || !paragraph) return false;
  const typed = line.textContent.trim();
  const address = /^https?:\/\//.test(typed) ? typed : `https://${typed}`;
  const url = typed === "" || /\s/.test(typed) ? null : videoAddress(address);
  const index = $from.index(-1);
  if (url === null || !$from.node(-1).canReplaceWith(index, index + 1, video)) return false;
  const start = $from.before();
  tr.replaceWith(start, $from.after(), [video.create({ url }), paragraph.create()]);
  tr.setSelection(TextSelection.near(tr.doc.resolve(start + 2)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Start position of a node, found by identity. */
export function findStart(doc: Node, wanted: Node): number | null {
  let start: number | null = null;
  doc.descendants((node, pos) => {
    if (node === wanted) start = pos;
    return start === null;
  });
  return start;
}

const cell = (type: "tableHeader" | "tableCell") => ({
  type,
  content: [{ type: "paragraph" }],
});
const row = (type: "tableHeader" | "tableCell") => ({
  type: "tableRow",
  content: [cell(type), cell(type), cell(type)],
});
const emptyTable = {
  type: "table",
  content: [row("tableHeader"), row("tableCell"), row("tableCell")],
};

/** Dialogs that tools open. */
export interface Openers {
  link(): void;
  picture(): void;
  gallery(): void;
  video(): void;
}

export interface Tool {
  name: string;
  icon: LucideIcon;
  /** Keys as displayed; the editor binds them itself. */
  keys?: string;
  /** Search words in the menu of blocks. */
  words?: string;
  isActive?(editor: Editor): boolean;
  run(editor: Editor, openers: Openers): void;
}

const heading = (level: 2 | 3 | 4, icon: LucideIcon): Tool => ({
  name: `Heading ${level}`,
  icon,
  keys: `Ctrl Alt ${level}`,
  words: `h${level} title`,
  isActive: (editor) => editor.isActive("heading", { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

const link: Tool = {
  name: "Link",
  icon: Link,
  keys: "Ctrl K",
  isActive: (editor) => editor.isActive("link"),
  run: (_, openers) => openers.link(),
};

const marks: Tool[] = [
  {
    name: "Bold",
    icon: Bold,
    keys: "Ctrl B",
    isActive: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "Italic",
    icon: Italic,
    keys: "Ctrl I",
    isActive: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "Code",
    icon: Code,
    keys: "Ctrl E",
    isActive: (editor) => editor.isActive("code"),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  link,
];

const lists: Tool[] = [
  {
    name: "Bullet list",
    icon: List,
    keys: "Ctrl Shift 8",
    words: "ul points",
    isActive: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Numbered list",
    icon: ListOrdered,
    keys: "Ctrl Shift 7",
    words: "ol steps",
    isActive: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "Quote",
    icon: Quote,
    keys: "Ctrl Shift B",
    words: "blockquote",
    isActive: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

const insertTools: Tool[] = [
  {
    name: "Code block",
    icon: SquareCode,
    keys: "Ctrl Alt C",
    words: "pre program",
    isActive: (editor) => editor.isActive("codeBlock"),
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    name: "Table",
    icon: Table,
    words: "rows columns",
    isActive: (editor) => editor.isActive("table"),
    run: (editor) => {
      insertTable(editor.state, editor.view.dispatch);
      editor.commands.focus();
    },
  },
  { name: "Picture", icon: Image, words: "image photo", run: (_, openers) => openers.picture() },
  {
    name: "Gallery",
    icon: Images,
    words: "pictures photos images",
    isActive: (editor) => editor.isActive("gallery"),
    run: (_, openers) => openers.gallery(),
  },
  {
    name: "Video",
    icon: Video,
    words: "film youtube vimeo",
    run: (_, openers) => openers.video(),
  },
  {
    name: "Divider",
    icon: Minus,
    words: "line rule hr",
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

const history: Tool[] = [
  { name: "Undo", icon: Undo2, keys: "Ctrl Z", run: (editor) => editor.chain().focus().undo().run() },
  { name: "Redo", icon: Redo2, keys: "Ctrl Y", run: (editor) => editor.chain().focus().redo().run() },
];

const headings = [heading(2, Heading2), heading(3, Heading3), heading(4, Heading4)];

/** Tools of the toolbar, in groups. */
export const toolGroups: readonly (readonly Tool[])[] = [headings, marks, lists, insertTools, history];

/** Tools in the menu of blocks. */
export const blockTools: readonly Tool[] = [
  {
    name: "Text",
    icon: Pilcrow,
    words: "paragraph plain",
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...headings,
  ...lists,
  ...insertTools,
];

/**
 * Reads a value from the editor after each painted change; renders only when it differs.
 * @param read must be a stable function
 */
export function useActive<Value extends string | number>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  const [value, setValue] = useState(() => read(editor));
  useEffect(() => {
    let frame = 0;
    const update = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (!editor.isDestroyed) setValue(read(editor));
      });
    };
    editor.on("transaction", update);
    update();
    return () => {
      cancelAnimationFrame(frame);
      editor.off("transaction", update);
    };
  }, [editor, read]);
  return value;
}

export interface RovingFocus {
  /** Index of the button in the Tab order. */
  at: number;
  setAt(at: number): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** Row of buttons with a single Tab stop; arrow keys, Home and End move between them. */
export function useRovingFocus(count: number): RovingFocus {
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const end = { Home: 0, End: count - 1 }[event.key];
    const next = end ?? (step === undefined ? undefined : (at + step + count) % count);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return { at, setAt, onKeyDown };
}
