import { type AnyExtension, Node } from "@tiptap/core";
import { addRowAfter, goToNextCell, tableEditing } from "@tiptap/pm/tables";

/** What ProseMirror's tables know a node by. */
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
      // In the last cell a further row is made, as every table program does.
      Tab: () => this.editor.isActive("table") && (go(1) || grow()),
      "Shift-Tab": () => this.editor.isActive("table") && go(-1),
    };
  },
});

export const tableNodes: AnyExtension[] = [Table, TableRow, TableCell, TableHeader];

function spanAttribute(name: "colspan" | "rowspan") {
  const parseHTML = (element: HTMLElement) => Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1;
  return { default: 1, parseHTML };
}
