import { type Inline, type LinkAttributes, type Mark, markNames } from "../schema/document.ts";

export type Writer = {
  open(mark: Mark): string;
  close(mark: Mark): string;
  text(text: string, marks: Mark[]): string;
  lineBreak(): string;
};

/** Writes text with its marks; each mark opens once for its whole range and closes in reverse order. */
export function writeRuns(content: Inline[], writer: Writer): string {
  let out = "";
  let open: Mark[] = [];
  const goTo = (wanted: Mark[]) => {
    const sharedCount = countShared(open, wanted);
    for (const mark of open.slice(sharedCount).reverse()) out += writer.close(mark);
    for (const mark of wanted.slice(sharedCount)) out += writer.open(mark);
    open = wanted;
  };
  for (const [index, node] of content.entries()) {
    goTo(node.type === "text" ? sortMarks(node.marks) : sharedAround(content, index, open));
    out += node.type === "text" ? writer.text(node.text, open) : writer.lineBreak();
  }
  goTo([]);
  return out;
}

export function sortMarks(marks: Mark[] | undefined): Mark[] {
  if (!marks || marks.length < 2) return marks ?? [];
  return markNames.flatMap((name) => marks.find((mark) => mark.type === name) ?? []);
}

export function sameMarks(one: Mark[], other: Mark[]): boolean {
  return one.length === other.length && countShared(one, other) === one.length;
}

function countShared(one: Mark[], other: Mark[]): number {
  const differs = one.findIndex((mark, index) => !sameMark(mark, other[index]));
  return differs === -1 ? one.length : differs;
}

function sameMark(one: Mark, other: Mark | undefined): boolean {
  if (one.type === "link") return other?.type === "link" && isSameLink(one.attrs, other.attrs);
  if (one.type === "anchor") return other?.type === "anchor" && one.attrs.id === other.attrs.id;
  return one.type === other?.type;
}

function isSameLink(one: LinkAttributes, other: LinkAttributes): boolean {
  return one.href === other.href && Boolean(one.newTab) === Boolean(other.newTab);
}

/** Open marks that a line break shares with the text after it. */
function sharedAround(content: Inline[], index: number, open: Mark[]): Mark[] {
  const next = content.slice(index + 1).find((node) => node.type === "text");
  return open.slice(0, countShared(open, sortMarks(next?.marks)));
}
