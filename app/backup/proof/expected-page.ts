import { type DataOf, fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { ValuePart } from "#app/fields/field.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";

/** What a page has to show, as the stored rows say it. */
export interface ExpectedPage {
  path: string;
  title: string;
  /** Texts that a reader sees in one piece each. */
  passages: string[];
  /** Addresses that it links to. */
  links: string[];
  /** Ids of files of the library. */
  pictures: string[];
}

/**
 * Reads what the page of an entry has to show out of its stored version, and uses nothing for it that pages are rendered with.
 * Left out is what pages show only sometimes: lone labels, facts beside the text, and what is for search engines.
 */
export function expectPage(kind: Kind, data: DataOf<Kind>, path: string): ExpectedPage {
  const page: ExpectedPage = { path, title: data.title, passages: [data.summary], links: [], pictures: [] };
  for (const [name, field] of fieldsOfKind(kind)) {
    if (name === "seo") continue;
    const value: unknown = Reflect.get(data, name);
    if (field.input.type === "list" && Array.isArray(value)) {
      // Rows that are half filled in are left out by some pages.
      for (const part of field.parts(value.filter(isWhole))) addPart(part, page);
    } else for (const part of field.parts(value)) if (part.is !== "text") addPart(part, page);
  }
  page.passages = page.passages.filter((passage) => passage.trim() !== "");
  return page;
}

function isWhole(row: unknown): boolean {
  return (
    typeof row === "object" &&
    row !== null &&
    !Object.values(row).some((value) => value === "" || value === null)
  );
}

function addPart(part: ValuePart, page: ExpectedPage): void {
  switch (part.is) {
    case "text":
      page.passages.push(part.text);
      break;
    case "address":
      if (part.address !== "") page.links.push(part.address);
      break;
    case "picture":
      page.pictures.push(part.id);
      break;
    case "richText":
      addDocument(part.doc, page);
      break;
    default:
      // Whether another entry or a category is public as well is not for this one to say.
      break;
  }
}

/** A node of a rich text, whichever. */
interface TextNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown> | undefined;
  marks?: readonly { type: string; attrs?: Record<string, unknown> }[] | undefined;
  content?: readonly TextNode[] | undefined;
}

function addDocument(doc: RichText, page: ExpectedPage): void {
  const waiting: TextNode[] = [doc];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, attrs = {}, content = [], marks = [] } = node;
    const isInline = content.some((one) => one.type === "text");
    if (isInline) page.passages.push(content.map((one) => one.text ?? " ").join(""));
    if (type === "image") page.pictures.push(String(attrs.file));
    if (type === "video") page.links.push(String(attrs.url));
    if (typeof attrs.cite === "string") page.passages.push(attrs.cite);
    for (const mark of marks) if (mark.type === "link") page.links.push(String(mark.attrs?.href));
    waiting.push(...content.toReversed());
  }
}
