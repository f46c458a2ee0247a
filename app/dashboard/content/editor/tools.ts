import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Heading4,
  Image,
  Images,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Pilcrow,
  Quote,
  Redo2,
  SquareCode,
  Table,
  Undo2,
  Video,
} from "lucide-react";
import { insertTable } from "./insert-table.ts";

/** What a tool can't do by itself: it opens something. */
export interface Openers {
  link(): void;
  picture(): void;
  gallery(): void;
  video(): void;
}

export interface Tool {
  name: string;
  icon: LucideIcon;
  /** As it is shown; the editor hears it by itself. */
  keys?: string;
  /** What one may type for it in the menu of blocks. */
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

export const link: Tool = {
  name: "Link",
  icon: Link,
  keys: "Ctrl Shift K",
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

const things: Tool[] = [
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

/** The toolbar, in groups. */
export const toolGroups: readonly (readonly Tool[])[] = [headings, marks, lists, things, history];

/** What the menu of blocks offers. */
export const blockTools: readonly Tool[] = [
  {
    name: "Text",
    icon: Pilcrow,
    words: "paragraph plain",
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...headings,
  ...lists,
  ...things,
];
