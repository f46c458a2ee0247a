import type { Editor } from "@tiptap/core";
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
import { useActive } from "./use-active.ts";

/** What can be said or done about the thing the caret stands in: a picture's words, a quote's name, a table's rows. */
export function ContextBar({ editor }: { editor: Editor }) {
  const place = useActive(editor, readPlace);
  switch (place) {
    case "image":
      return (
        <div className="context">
          <AttributeInput editor={editor} node="image" name="alt" label="What it shows" max={1000} />
          <AttributeInput editor={editor} node="image" name="caption" label="Caption" max={1000} />
        </div>
      );
    case "table":
      return <TableTools editor={editor} />;
    case "blockquote":
      return (
        <div className="context">
          <AttributeInput
            editor={editor}
            node="blockquote"
            name="cite"
            label="Whose words these are"
            max={300}
          />
        </div>
      );
    case "codeBlock":
      return (
        <div className="context">
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
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <input
        className="in"
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

const tableDeeds = [
  ["Add a row", addRowAfter],
  ["Add a column", addColumnAfter],
  ["Delete the row", deleteRow],
  ["Delete the column", deleteColumn],
  ["Head row", toggleHeaderRow],
  ["Join cells", mergeCells],
  ["Split the cell", splitCell],
  ["Delete the table", deleteTable],
] as const;

function TableTools({ editor }: { editor: Editor }) {
  return (
    <fieldset className="context row" aria-label="Table">
      {tableDeeds.map(([name, deed]) => (
        <button
          key={name}
          className="btn q sm"
          type="button"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            deed(editor.state, editor.view.dispatch);
            editor.commands.focus();
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
