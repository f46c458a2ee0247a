import { fieldsOfSection, type SettingsSection } from "./sections.ts";
import type { Settings } from "./settings-schema.ts";

/** Settings as they stand in a form, by their whole paths: texts, ticks, rows of them. A rich text is Markdown here. */
export type DraftRecord = Readonly<Record<string, unknown>>;

/** A section's settings as its form shows them, by their whole paths. */
export function draftOf(section: SettingsSection, settings: Settings): DraftRecord {
  return Object.fromEntries(
    Object.entries(fieldsOfSection(section)).map(([path, field]) => [
      path,
      field.formValue(valueAt(settings, path)),
    ]),
  );
}

/** The settings with a section's values put in their places. Throws a DomainError for a text that would lose something. */
export function withDraft(section: SettingsSection, settings: Settings, draft: DraftRecord): unknown {
  const next = structuredClone(settings);
  for (const [path, field] of Object.entries(fieldsOfSection(section)))
    putAt(next, path, field.complete(undefined, draft[path], path));
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
