import { z } from "zod";
import { validationError } from "#app/lib/errors/domain-error.ts";
import { fromMarkdown, toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import { limits } from "#app/lib/rich-text/schema/limits.ts";
import { emptyDoc, richTextSchema } from "#app/lib/rich-text/schema/schema.ts";
import { defineField, type Field } from "../field.ts";
import { isPlainRecord } from "./records.ts";

/** Text with headings, lists, links and pictures. */
export function richText(label: string): Field<RichText, false> {
  return defineField<RichText>({
    label,
    input: { control: "richText" },
    schema: richTextSchema,
    empty: emptyDoc,
    column: "page",
    holds: "richText",
    parts: (value) => (isDocument(value) ? [{ is: "richText", doc: value }] : []),
    complete: (_, sent, path) =>
      isPlainRecord(sent) && Object.hasOwn(sent, "markdown") ? readMarkdownField(path, sent) : sent,
    importValue: (value, path, names) => (typeof value === "string" ? names.richText(value, path) : value),
    exportValue: (value, names) => names.markdown(value) || undefined,
    sentSchema: ({ document, markdown }) => z.union([document, markdown]),
    draftSchema: ({ document }) => document,
    answerSchema: (shapes) => shapes.richText,
    // Stored values have passed the schema.
    answerValue: (value, lookups) => lookups.richText(value as RichText),
  });
}

/** Markdown of a rich text with picture ids; parses back to the same document. */
export function markdownOf(doc: RichText): string {
  return toMarkdown(doc, { picture: (id) => id });
}

/** Rich text from `{ markdown }`; throws a DomainError that names the field and each unsupported line. */
export function readMarkdownField(field: string, { markdown, ...rest }: Record<string, unknown>): RichText {
  const refuse = (message: string) => validationError([{ path: [field], message }]);
  if (typeof markdown !== "string") throw refuse("Markdown must be text");
  if (Object.keys(rest).length > 0) throw refuse("Only “markdown” is allowed here");
  if (markdown.length > limits.bytes) throw refuse(`The text is too long: at most ${limits.bytes / 1000} kB`);
  const { doc, problems } = fromMarkdown(markdown, { picture: pictureId });
  if (problems.length > 0)
    throw refuse(problems.map(({ line, message }) => `Line ${line}: ${message}.`).join(" "));
  return doc;
}

/** File id from an id or a file address of a library picture. */
function pictureId(name: string): string | null {
  const id = /^(?:.*\/files\/)?([a-z0-9-]{8,64})(?:\/\d+\.\w+)?$/.exec(name)?.[1];
  return id ?? null;
}

function isDocument(value: unknown): value is RichText {
  return isPlainRecord(value) && value.type === "doc" && Array.isArray(value.content);
}

/** Rich text written as Markdown; pictures are named by file id. */
export function markdownText(label: string, { hint }: { hint?: string } = {}): Field<RichText, false> {
  return defineField<RichText>({
    label,
    hint,
    input: { control: "markdown" },
    // richTextSchema is written by hand and typed more loosely.
    schema: richTextSchema as z.ZodType<RichText>,
    empty: emptyDoc,
    column: "page",
    holds: "richText",
    parts: (value) => (isDocument(value) ? [{ is: "richText", doc: value }] : []),
    importValue: (value, path, names) => (typeof value === "string" ? names.richText(value, path) : value),
    exportValue: (value, names) => names.markdown(value) || undefined,
    draftSchema: ({ document }) => document,
    answerSchema: (shapes) => shapes.richText,
    answerValue: (value, lookups) => lookups.richText(value as RichText), // stored values have passed the schema
    // Stored values have passed the schema.
    formValue: (value) => toMarkdown(value as RichText, { picture: (id) => id }),
    complete: (_, sent, path) => (isDocument(sent) ? sent : readMarkdownText(String(sent ?? ""), path)),
  });
}

/** Parses Markdown; throws a DomainError with the path if content would be lost. */
function readMarkdownText(markdown: string, path: string): RichText {
  const { doc, problems } = fromMarkdown(markdown, { picture: (name) => name });
  const [first] = problems;
  if (first) throw validationError([{ path: [path], message: `Line ${first.line}: ${first.message}` }]);
  return doc;
}
