import type { ReactNode } from "react";
import type { Block, Table, TableCell } from "#app/content/rich-text/document.ts";
import { issueStyle } from "./issue-style.ts";

type Write = (blocks: readonly Block[]) => ReactNode;

/** A table of figures; those that mails are laid out with are marked as such. */
export function MailTable({ block, write }: { block: Table; write: Write }) {
  return (
    <table width="100%" style={issueStyle.table} className="ink">
      <tbody>
        {block.content.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
          <tr key={place}>
            {(row.content ?? []).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
              <Cell key={column} cell={cell} write={write} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell, write }: { cell: TableCell; write: Write }) {
  const Tag = cell.type === "tableHeader" ? "th" : "td";
  return (
    <Tag colSpan={cell.attrs?.colspan} rowSpan={cell.attrs?.rowspan} style={issueStyle.cell} className="rule">
      {write(cell.content)}
    </Tag>
  );
}
