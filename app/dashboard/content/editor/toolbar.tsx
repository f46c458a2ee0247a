import type { Editor } from "@tiptap/core";
import { useRoving } from "./roving.ts";
import { type Openers, type Tool, toolGroups } from "./tools.ts";
import { useActive } from "./use-active.ts";

const tools = toolGroups.flat();

/** One stop of the Tab key; the arrow keys go from tool to tool. */
export function Toolbar({ editor, openers, label }: { editor: Editor; openers: Openers; label: string }) {
  const { at, setAt, onKeyDown } = useRoving(tools.length);
  const active = useActive(editor, readActive);
  const button = (tool: Tool) => {
    const index = tools.indexOf(tool);
    const { name, keys, icon: Sign, isActive } = tool;
    return (
      <button
        key={name}
        type="button"
        tabIndex={index === at ? 0 : -1}
        aria-pressed={isActive ? active[index] === "1" : undefined}
        title={keys ? `${name} (${keys})` : name}
        // The text keeps its selection.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          setAt(index);
          tool.run(editor, openers);
        }}
      >
        <Sign className="i" aria-hidden />
        <span className="vh">{name}</span>
      </button>
    );
  };
  return (
    <div className="tbar" role="toolbar" aria-label={`Tools for ${label}`} onKeyDown={onKeyDown}>
      {toolGroups.map((group) => (
        <div className="group" key={group[0]?.name}>
          {group.map(button)}
        </div>
      ))}
    </div>
  );
}

/** A sign for each tool: 1 when the caret stands in what it makes. */
function readActive(editor: Editor): string {
  return tools.map(({ isActive }) => (isActive?.(editor) ? "1" : "0")).join("");
}
