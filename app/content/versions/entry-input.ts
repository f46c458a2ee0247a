import { validationError } from "#app/platform/domain-error.ts";
import { fromMarkdown, toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import { limits } from "#app/rich-text/schema/limits.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { type DataOf, fieldsOfKind, type Kind } from "../kind.ts";

/**
 * What somebody sends of an entry, laid over the version it is based on: a field or a part of a group that was not sent
 * stays as it is. Rich texts may come as `{ markdown }`. The kind's schema judges the outcome.
 */
export function completeInput(
  kind: Kind,
  before: DataOf<Kind> | null,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const sent = readMarkdownIn(kind, input);
  const grouped = fieldsOfKind(kind).flatMap(([name, field]) => {
    const [was, is] = [Reflect.get(before ?? {}, name), sent[name]];
    return field.input.type === "group" && isRecord(was) && isRecord(is) ? [[name, { ...was, ...is }]] : [];
  });
  return { ...before, ...sent, ...Object.fromEntries(grouped) };
}

/** A rich text as Markdown, its pictures named by their ids; reads back as the same document. */
export function markdownOf(doc: RichText): string {
  return toMarkdown(doc, { picture: (id) => id });
}

function readMarkdownIn(kind: Kind, input: Record<string, unknown>): Record<string, unknown> {
  const texts = fieldsOfKind(kind).flatMap(([name, field]) => {
    const value = input[name];
    const isMarkdown = field.input.type === "richText" && isRecord(value) && Object.hasOwn(value, "markdown");
    return isMarkdown ? [[name, readMarkdownField(name, value)]] : [];
  });
  return { ...input, ...Object.fromEntries(texts) };
}

/** A rich text that came as `{ markdown }`; throws a DomainError that names the field, and each line that can't be kept. */
export function readMarkdownField(field: string, { markdown, ...rest }: Record<string, unknown>): RichText {
  const refuse = (message: string) => validationError([{ path: [field], message }]);
  if (typeof markdown !== "string") throw refuse("Markdown is text");
  if (Object.keys(rest).length > 0) throw refuse("Beside “markdown” nothing may be given here");
  if (markdown.length > limits.bytes)
    throw refuse(`The text is too long: at most ${limits.bytes / 1000} kB can be kept`);
  const { doc, problems } = fromMarkdown(markdown, { picture: pictureId });
  if (problems.length > 0)
    throw refuse(problems.map(({ line, message }) => `Line ${line}: ${message}.`).join(" "));
  return doc;
}

/** A picture of the library is named by its id, or by the address of one of its files. */
function pictureId(name: string): string | null {
  const id = /^(?:.*\/files\/)?([a-z0-9-]{8,64})(?:\/\d+\.\w+)?$/.exec(name)?.[1];
  return id ?? null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
