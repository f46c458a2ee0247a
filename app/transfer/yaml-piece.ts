import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Piece } from "./parcel.ts";
import type { Notebook, Place } from "./problem.ts";

/** Reads YAML and remembers where each value stands; null when it can't be read. `firstLine` is where the YAML begins in its file. */
export function readYaml(text: string, file: string, notebook: Notebook, firstLine = 1): Piece | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "silent" });
  const lineAt = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  for (const { message, pos } of [...document.errors, ...document.warnings])
    notebook.note({ file, lineOf: () => lineAt(pos[0]) }, [], `This is not proper YAML: ${message}`);
  if (document.errors.length > 0) return null;
  const place: Place = {
    file,
    lineOf: (path) => {
      const offset = offsetOf(document, path);
      return offset === null ? firstLine : lineAt(offset);
    },
  };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), place };
  } catch {
    notebook.note(place, [], "This repeats itself without end");
    return null;
  }
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number | null {
  let node: unknown = document.contents;
  let offset: number | null = null;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      offset = startOf(pair?.key) ?? offset;
      node = pair?.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else break;
  }
  return offset;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
