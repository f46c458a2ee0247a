import { type Editor, findParentNode } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import { type Command, NodeSelection } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import type { PictureBlock } from "#app/rich-text/schema/document.ts";
import { type Openers, useActive, useRoving } from "./tools.ts";

/** What belongs to the block the caret stands in: a picture's alt text, a quote's citation, a table's rows. */
export function ContextBar({ editor, openers }: { editor: Editor; openers: Openers }) {
  const place = useActive(editor, readPlace);
  switch (place) {
    case "image":
      return <PictureWords editor={editor} />;
    case "gallery image":
      return (
        <>
          <PictureWords editor={editor} />
          <ToolRow
            label="Gallery"
            tools={[...galleryTools(editor, openers), ...placeTools(editor)]}
            editor={editor}
          />
        </>
      );
    case "gallery":
      return <ToolRow label="Gallery" tools={galleryTools(editor, openers)} editor={editor} />;
    case "table":
      return <ToolRow label="Table" tools={tableTools(editor)} editor={editor} />;
    case "blockquote":
      return (
        <div className="context-tools">
          <AttributeInput editor={editor} node="blockquote" name="cite" label="Citation" max={300} />
        </div>
      );
    case "codeBlock":
      return (
        <div className="context-tools">
          <AttributeInput editor={editor} node="codeBlock" name="language" label="Language" max={40} />
        </div>
      );
    default:
      return null;
  }
}

function PictureWords({ editor }: { editor: Editor }) {
  return (
    <div className="context-tools">
      <AttributeInput editor={editor} node="image" name="alt" label="Alt text" max={1000} />
      <AttributeInput editor={editor} node="image" name="caption" label="Caption" max={1000} />
    </div>
  );
}

const places = ["image", "gallery", "table", "codeBlock", "blockquote"];

function readPlace(editor: Editor): string {
  const place = places.find((name) => editor.isActive(name)) ?? "";
  return place === "image" && editor.isActive("gallery") ? "gallery image" : place;
}

interface AttributeInputProps {
  editor: Editor;
  node: string;
  name: string;
  label: string;
  max: number;
}

function AttributeInput({ editor, node, name, label, max }: AttributeInputProps) {
  const id = `context-${node}-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        maxLength={max}
        key={editor.state.selection.from}
        defaultValue={String(editor.getAttributes(node)[name] ?? "")}
        onChange={(event) => editor.commands.updateAttributes(node, { [name]: event.target.value || null })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
    </div>
  );
}

interface PlaceTool {
  name: string;
  run(): void;
}

function tableTools(editor: Editor): PlaceTool[] {
  const commands: [name: string, command: Command][] = [
    ["Add row", addRowAfter],
    ["Add column", addColumnAfter],
    ["Delete row", deleteRow],
    ["Delete column", deleteColumn],
    ["Header row", toggleHeaderRow],
    ["Merge cells", mergeCells],
    ["Split cell", splitCell],
    ["Delete table", deleteTable],
  ];
  return commands.map(([name, command]) => ({
    name,
    run: () => void command(editor.state, editor.view.dispatch),
  }));
}

function galleryTools(editor: Editor, openers: Openers): PlaceTool[] {
  return [
    { name: "Add pictures", run: openers.gallery },
    { name: "Ungroup", run: () => ungroupGallery(editor) },
  ];
}

function placeTools(editor: Editor): PlaceTool[] {
  return [
    { name: "Move left", run: () => movePicture(editor, -1) },
    { name: "Move right", run: () => movePicture(editor, 1) },
  ];
}

interface ToolRowProps {
  label: string;
  tools: readonly PlaceTool[];
  editor: Editor;
}

/** One stop of the Tab key; the arrow keys go from tool to tool. */
function ToolRow({ label, tools, editor }: ToolRowProps) {
  const { at, setAt, onKeyDown } = useRoving(tools.length);
  return (
    <div className="context-tools table-tools" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {tools.map(({ name, run }, index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === at ? 0 : -1}
          // The text keeps its selection.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            setAt(index);
            run();
            editor.commands.focus();
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Puts pictures into the gallery that the selection is in, behind the chosen one or at its end; otherwise makes them a gallery. */
export function putGallery(editor: Editor, pictures: readonly PictureBlock[]): void {
  const gallery = findGallery(editor);
  if (pictures.length === 0) return;
  if (!gallery) {
    editor
      .chain()
      .focus()
      .insertContent({ type: "gallery", content: [...pictures] })
      .run();
    return;
  }
  const { selection } = editor.state;
  const isPicture = selection instanceof NodeSelection && selection.node.type.name === "image";
  const at = isPicture ? selection.to : gallery.from + gallery.node.nodeSize - 1;
  editor
    .chain()
    .focus()
    .insertContentAt(at, [...pictures])
    .run();
}

/** Moves the chosen picture of a gallery by one place and keeps it chosen; at the end it stays. */
function movePicture(editor: Editor, by: -1 | 1): void {
  const gallery = findGallery(editor);
  const { selection, tr } = editor.state;
  if (!gallery || !(selection instanceof NodeSelection)) return;
  const from = selection.$from.index();
  const to = from + by;
  if (to < 0 || to >= gallery.node.childCount) return;
  const pictures = gallery.node.children.toSpliced(from, 1).toSpliced(to, 0, selection.node);
  const begin = gallery.from + 1;
  tr.replaceWith(begin, begin + gallery.node.content.size, Fragment.from(pictures));
  // A picture takes one place in the document.
  editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, begin + to)).scrollIntoView());
}

/** Leaves the pictures of a gallery one below the other. */
function ungroupGallery(editor: Editor): void {
  const gallery = findGallery(editor);
  if (!gallery) return;
  const { tr } = editor.state;
  tr.replaceWith(gallery.from, gallery.from + gallery.node.nodeSize, gallery.node.content);
  editor.view.dispatch(tr.scrollIntoView());
}

/** The gallery around the selection, or the one that is chosen itself. */
function findGallery({ state: { selection } }: Editor): { node: Node; from: number } | null {
  if (selection instanceof NodeSelection && selection.node.type.name === "gallery")
    return { node: selection.node, from: selection.from };
  const around = findParentNode(({ type }) => type.name === "gallery")(selection);
  return around ? { node: around.node, from: around.pos } : null;
}
