import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { findWords } from "#app/lib/text/words.ts";

/** A removable part of a rich text. */
export interface Removal {
  kind: "word" | "picture" | "link" | "id";
  part: string;
  /** Returns a copy of the text without it. */
  remove(): RichText;
}

interface Node {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: Node[];
  content?: Node[];
}

/** For tests: lists all parts that can be removed from a text, to simulate losses. */
export function findRemovals(doc: RichText, isLinked: (id: string) => boolean): Removal[] {
  const removals: Removal[] = [];
  const add = (
    kind: Removal["kind"],
    part: string,
    path: number[],
    change: (parent: Node[], at: number) => void,
  ) => {
    removals.push({
      kind,
      part,
      remove() {
        const copy = structuredClone(doc) as unknown as Node;
        const parent = path.slice(0, -1).reduce((node, at) => node.content?.[at] ?? node, copy);
        change(parent.content ?? [], path.at(-1) ?? 0);
        return copy as unknown as RichText;
      },
    });
  };
  const visit = (nodes: readonly Node[], path: number[]) => {
    let href = "";
    for (const [at, node] of nodes.entries()) {
      const place = [...path, at];
      const { text = "" } = node;
      const link = node.marks?.find(({ type }) => type === "link");
      const address = String(link?.attrs?.href ?? "");
      // Plain-text addresses, and file names that the import adds, are not words of the source.
      if (!/https?:|\.mp3|\.zip/.test(text))
        for (const { at: start, part } of findWords(text))
          add("word", part, place, (parent, index) => {
            const one = parent[index];
            if (one) one.text = `${text.slice(0, start)} ${text.slice(start + part.length)}`;
          });
      // The source lacks the links that the import creates from addresses and files.
      if (address !== "" && address !== href && !/https?:|\.mp3/.test(text))
        add("link", address, place, (parent, index) => {
          for (let next = index; hrefOf(parent[next]) === address; next += 1) dropMark(parent[next], "link");
        });
      href = address;
      const id = String(node.marks?.find(({ type }) => type === "anchor")?.attrs?.id ?? "");
      if (id !== "" && isLinked(id))
        add("id", id, place, (parent, index) => dropMark(parent[index], "anchor"));
      if (node.type === "image")
        add("picture", String(node.attrs?.file), place, (parent, index) => parent.splice(index, 1));
      if (node.content) visit(node.content, place);
    }
  };
  visit(doc.content as unknown as Node[], []);
  return removals;
}

function hrefOf(node: Node | undefined): string {
  return String(node?.marks?.find(({ type }) => type === "link")?.attrs?.href ?? "");
}

function dropMark(node: Node | undefined, type: string): void {
  if (node?.marks) node.marks = node.marks.filter((mark) => mark.type !== type);
}
