import type { Sheet } from "./parcel.ts";
import { type Notebook, wholeFile } from "./problem.ts";
import { readYaml } from "./yaml-piece.ts";

const fence = /^---[ \t]*$/;

/** Splits a Markdown file into the fields between its two lines of three dashes and the text below; null and noted when it has none. */
export function readSheet(content: string, file: string, notebook: Notebook): Sheet | null {
  const lines = content.replace(/^\ufeff/, "").split("\n");
  const end = fence.test(lines[0] ?? "") ? lines.findIndex((line, at) => at > 0 && fence.test(line)) : -1;
  if (end === -1) {
    notebook.note(
      wholeFile(file),
      [],
      "The file begins with a line --- , the fields, and a second line ---",
      1,
    );
    return null;
  }
  const fields = readYaml(lines.slice(1, end).join("\n"), file, notebook, 2);
  // The blank line below the fields belongs to neither.
  const start = lines[end + 1] === "" ? end + 2 : end + 1;
  const text = lines.slice(start).join("\n");
  return fields === null ? null : { fields, text, textLine: (line) => start + line };
}
