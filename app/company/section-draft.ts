import { validationError } from "#app/platform/domain-error.ts";
import { fromMarkdown, toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import type { DraftRecord, SettingFormField, SettingsDraft } from "./form-field.ts";
import { fieldsOfSection, type SettingsSection } from "./sections.ts";
import type { Settings } from "./settings-schema.ts";

/** A section's settings as its form shows them, by their whole paths. */
export function draftOf(section: SettingsSection, settings: Settings): DraftRecord {
  return Object.fromEntries(
    fieldsOfSection(section).map((field) => [field.name, show(field, valueAt(settings, field.name))]),
  );
}

/** The settings with a section's values put in their places. Throws a DomainError for a text that would lose something. */
export function withDraft(section: SettingsSection, settings: Settings, draft: DraftRecord): unknown {
  const next = structuredClone(settings);
  for (const field of fieldsOfSection(section))
    putAt(next, field.name, read(field, draft[field.name], field.name));
  return next;
}

export function putAt(settings: Settings, path: string, value: unknown): void {
  const steps = path.split(".");
  Reflect.set(Object(valueAt(settings, steps.slice(0, -1).join("."))), steps.at(-1) ?? "", value);
}

export function valueAt(settings: Settings, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, step) => (step === "" ? at : Reflect.get(Object(at), step)), settings);
}

function show({ input }: SettingFormField, value: unknown): SettingsDraft {
  switch (input.type) {
    case "richText":
      // What passed the schema is a rich text; a picture is called by its file's id.
      return toMarkdown(value as RichText, { picture: (id) => id });
    case "number":
      return value === null ? "" : String(value);
    case "lines":
      return (value as string[]).join("\n"); // the schema says so
    case "group":
      return showRecord(input.fields, value);
    case "list":
      return (value as unknown[]).map((row) => showRecord(input.fields, row)); // the same
    default:
      return value as SettingsDraft; // texts, ticks and orders stand in forms as they are
  }
}

function showRecord(fields: readonly SettingFormField[], value: unknown): DraftRecord {
  return Object.fromEntries(
    fields.map((field) => [field.name, show(field, Reflect.get(Object(value), field.name))]),
  );
}

function read({ input }: SettingFormField, draft: SettingsDraft | undefined, path: string): unknown {
  switch (input.type) {
    case "richText":
      return readText(String(draft ?? ""), path);
    case "number":
      return readNumber(String(draft ?? ""));
    case "lines":
      return String(draft ?? "")
        .split("\n")
        .filter((line) => line.trim() !== "");
    case "group":
      return readRecord(input.fields, draft, path);
    case "list":
      return Array.isArray(draft)
        ? draft.map((row, at) => readRecord(input.fields, row, `${path}.${at}`))
        : [];
    default:
      return draft;
  }
}

function readRecord(
  fields: readonly SettingFormField[],
  draft: SettingsDraft | undefined,
  path: string,
): unknown {
  return Object.fromEntries(
    fields.map((field) => {
      const part: SettingsDraft | undefined = Reflect.get(Object(draft), field.name);
      return [field.name, read(field, part, `${path}.${field.name}`)];
    }),
  );
}

/** What is no number stays as it was typed, for the schema to refuse. */
function readNumber(typed: string): unknown {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  return Number.isFinite(Number(text)) ? Number(text) : typed;
}

function readText(markdown: string, path: string): RichText {
  const { doc, problems } = fromMarkdown(markdown, { picture: (name) => name });
  const [first] = problems;
  if (first) throw validationError([{ path: [path], message: `Line ${first.line}: ${first.message}` }]);
  return doc;
}
