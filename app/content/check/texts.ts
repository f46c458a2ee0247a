import { fieldsOf } from "../kind.ts";
import { isEmptyDoc } from "../rich-text/document.ts";
import { toText } from "../rich-text/text.ts";
import { advice, type Draft, error, type Finding, quote, richTextsOf } from "./finding.ts";

/** Whether there is anything to read at all. */
export function checkBody(draft: Draft): Finding[] {
  const texts = richTextsOf(draft);
  const [first] = texts;
  if (!first || texts.some(({ doc }) => !isEmptyDoc(doc))) return [];
  if (holdsMore(draft))
    return [advice(first.field, `${first.label} is empty; a few words help readers and search engines.`)];
  return [error(first.field, `${first.label} is empty: the page would have nothing to read.`)];
}

/** Pictures, a film or rows of a list make a page as well. */
function holdsMore({ kind, data }: Draft): boolean {
  return fieldsOf(kind).some(([name, { input }]) => {
    const value: unknown = Reflect.get(data, name);
    if (input.type === "images" || input.type === "list") return Array.isArray(value) && value.length > 0;
    return input.type === "url" && value !== "";
  });
}

const forgotten = /lorem ipsum|dolor sit amet|\bTODO\b|\bFIXME\b|\bplaceholder text\b|\byour text here\b/i;
const open = /\bT\.?B\.?[ACD]\b|\bX{3,}\b|\?{3,}|\[(?:\.{3}|…|\s)\]/;

/** Words that stood in for others. */
export function checkPlaceholders({ kind, data }: Draft): Finding[] {
  return fieldsOf(kind).flatMap(([field, { label }]) => {
    const words = wordsIn(Reflect.get(data, field));
    const [left] = forgotten.exec(words) ?? [];
    if (left !== undefined) return [error(field, `${label} still holds ${quote(left)}.`)];
    const [unsure] = open.exec(words) ?? [];
    return unsure === undefined ? [] : [advice(field, `${label} holds ${quote(unsure)}: is it finished?`)];
  });
}

function wordsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsIn).join("\n");
  if (typeof value !== "object" || value === null) return "";
  // Only a rich text is of this type.
  if ("type" in value && value.type === "doc") return toText(value as Parameters<typeof toText>[0]);
  return Object.values(value).map(wordsIn).join("\n");
}
