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
import { useCallback, useState } from "react";
import { movePicture, ungroupGallery } from "./pictures.ts";
import { type Openers, useActive, useRovingFocus } from "./tools.ts";

/** Controls of the block that contains the caret: alt text, citation, table rows and columns. */
export function ContextBar({ editor, openers }: { editor: Editor; openers: Openers }) {
  const place = useActive(editor, readPlace);
  switch (place) {
    case "image":
      return <PictureFields editor={editor} />;
    case "video":
      return (
        <div className="context-tools">
          <AttributeInput editor={editor} node="video" name="caption" label="Caption" max={1000} />
        </div>
      );
    case "gallery image":
      return (
        <>
          <PictureFields editor={editor} />
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
          <AttributeInput editor={editor} node="codeBlock" name="language" label="Code language" max={40} />
        </div>
      );
    default:
      return null;
  }
}

function PictureFields({ editor }: { editor: Editor }) {
  return (
    <div className="context-tools">
      <AttributeInput editor={editor} node="image" name="alt" label="Alt text" max={1000} />
      <AttributeInput editor={editor} node="image" name="caption" label="Caption" max={1000} />
    </div>
  );
}

const places = ["image", "video", "gallery", "table", "codeBlock", "blockquote"];

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

/** Field for a block's attribute. While focused it shows the typed text, otherwise the attribute. */
function AttributeInput({ editor, node, name, label, max }: AttributeInputProps) {
  const id = `context-${node}-${name}`;
  const at = useActive(editor, readFrom);
  const read = useCallback((from: Editor) => String(from.getAttributes(node)[name] ?? ""), [node, name]);
  const stored = useActive(editor, read);
  const [typed, setTyped] = useState({ at: -1, text: "" });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        maxLength={max}
        value={typed.at === at ? typed.text : stored}
        onChange={({ target: { value } }) => {
          setTyped({ at: readFrom(editor), text: value });
          editor.commands.updateAttributes(node, { [name]: value || null });
        }}
        onBlur={() => setTyped({ at: -1, text: "" })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          editor.commands.focus();
        }}
      />
    </div>
  );
}

/** Start position of the selection. */
function readFrom(editor: Editor): number {
  return editor.state.selection.from;
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

/** Row of tools with a single Tab stop; arrow keys move between tools. */
function ToolRow({ label, tools, editor }: ToolRowProps) {
  const { at, setAt, onKeyDown } = useRovingFocus(tools.length);
  return (
    <div className="context-tools table-tools" role="toolbar" aria-label={label} onKeyDown={onKeyDown}>
      {tools.map(({ name, run }, index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === at ? 0 : -1}
          // Keeps the selection in the text.
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
