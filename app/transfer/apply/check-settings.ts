import { settingFields, settingsSchema } from "#app/company/settings-schema.ts";
import { importRecord } from "#app/fields/types/records.ts";
import type { BundlePart, ImportBundle } from "../bundle/bundle.ts";
import { collectIssues, withoutBlanks } from "../bundle/format-issues.ts";
import { type Note, readBodyMarkdown } from "../bundle/front-matter.ts";
import type { Checking, Plan, PlannedNames } from "../bundle/plan.ts";

export function checkSettings(
  { settings: piece }: ImportBundle,
  { names, collector }: Checking,
): Plan["settings"] {
  if (!piece) return null;
  const note: Note = (path, message, line) => collector.note(piece.place, path, message, line);
  const result = settingsSchema.safeParse(settingsOf(piece, names, note));
  if (!result.success) collectIssues(collector, piece.place, settingsSchema, result.error.issues);
  return (real) => settingsSchema.parse(settingsOf(piece, real, () => {}));
}

/** Settings from a file as they were written: names of pictures become ids, Markdown becomes rich text. */
function settingsOf(piece: BundlePart, names: PlannedNames, note: Note): unknown {
  const line = (path: readonly PropertyKey[], below: number) => {
    const start = piece.place.lineOf(path);
    return start === null ? null : start + below;
  };
  return importRecord(settingFields, withoutBlanks(piece.value), [], {
    ...names,
    note,
    richText: (markdown, path) => readBodyMarkdown(markdown, path, { names, note, line }),
  });
}
