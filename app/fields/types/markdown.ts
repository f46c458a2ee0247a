import type { z } from "zod";
import { validationError } from "#app/platform/domain-error.ts";
import { fromMarkdown, toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { emptyDoc, richTextSchema } from "#app/rich-text/schema/schema.ts";
import { defineField, type Field } from "../field.ts";
import { isDocument } from "./rich-text.ts";

export interface MarkdownInput {
  type: "markdown";
}

/** A rich text that is written as Markdown; a picture is called by its file's id. */
export function markdownText(label: string, { hint }: { hint?: string } = {}): Field<RichText, false> {
  const input: MarkdownInput = { type: "markdown" };
  return defineField<MarkdownInput, RichText>({
    label,
    hint,
    input,
    // The schema of rich texts is written by hand, and its type with it.
    schema: richTextSchema as z.ZodType<RichText>,
    empty: emptyDoc,
    column: "page",
    holds: "richText",
    parts: (value) => (isDocument(value) ? [{ is: "richText", doc: value }] : []),
    importValue: (value, path, names) => (typeof value === "string" ? names.richText(value, path) : value),
    exportValue: (value, names) => names.markdown(value) || undefined,
    draftSchema: ({ document }) => document,
    answerSchema: (shapes) => shapes.richText,
    answerValue: (value, lookups) => lookups.richText(value as RichText), // what was stored passed the schema
    // What was stored passed the schema.
    formValue: (value) => toMarkdown(value as RichText, { picture: (id) => id }),
    complete: (_, sent, path) => (isDocument(sent) ? sent : readMarkdownText(String(sent ?? ""), path)),
  });
}

/** Throws a DomainError that names the path, for a text that would lose something. */
function readMarkdownText(markdown: string, path: string): RichText {
  const { doc, problems } = fromMarkdown(markdown, { picture: (name) => name });
  const [first] = problems;
  if (first) throw validationError([{ path: [path], message: `Line ${first.line}: ${first.message}` }]);
  return doc;
}
