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
import { useRoving } from "./roving.ts";
import { useActive } from "./use-active.ts";

/** What belongs to the block the caret stands in: a picture's alt text, a quote's citation, a table's rows. */
export function ContextBar({ editor }: { editor: Editor }) {
  const place = useActive(editor, readPlace);
  switch (place) {
    case "image":
      return (
        <div className="context-tools">
          <AttributeInput editor={editor} node="image" name="alt" label="Alt text" max={1000} />
          <AttributeInput editor={editor} node="image" name="caption" label="Caption" max={1000} />
        </div>
      );
    case "table":
      return <TableTools editor={editor} />;
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

const places = ["image", "table", "codeBlock", "blockquote"];

function readPlace(editor: Editor): string {
  return places.find((name) => editor.isActive(name)) ?? "";
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

interface TableTool {
  name: string;
  run: Command;
}

const tableTools: TableTool[] = [
  { name: "Add row", run: addRowAfter },
  { name: "Add column", run: addColumnAfter },
  { name: "Delete row", run: deleteRow },
  { name: "Delete column", run: deleteColumn },
  { name: "Header row", run: toggleHeaderRow },
  { name: "Merge cells", run: mergeCells },
  { name: "Split cell", run: splitCell },
  { name: "Delete table", run: deleteTable },
];

function TableTools({ editor }: { editor: Editor }) {
  const { at, setAt, onKeyDown } = useRoving(tableTools.length);
  return (
    <div className="context-tools table-tools" role="toolbar" aria-label="Table" onKeyDown={onKeyDown}>
      {tableTools.map(({ name, run }, index) => (
        <button
          key={name}
          type="button"
          tabIndex={index === at ? 0 : -1}
          // The text keeps its selection.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            setAt(index);
            run(editor.state, editor.view.dispatch);
            editor.commands.focus();
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
