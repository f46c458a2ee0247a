import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
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
import { movePicture, ungroupGallery } from "./gallery-commands.ts";
import { useRoving } from "./roving.ts";
import type { Openers } from "./tools.ts";
import { useActive } from "./use-active.ts";

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
