import { settingsSchema } from "#app/company/settings-schema.ts";
import type { BundlePart, ImportBundle } from "../bundle/bundle.ts";
import { collectIssues, isRecord, withoutBlanks } from "../bundle/format-issues.ts";
import { type Note, readBodyMarkdown } from "../bundle/front-matter.ts";
import type { Checking, Plan, PlannedNames } from "../bundle/plan.ts";

/** Fields of the settings that are written in Markdown. */
export const settingsTexts = [
  ["about", "story"],
  ["legal", "terms"],
  ["legal", "privacy"],
] as const;

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

function settingsOf(piece: BundlePart, names: PlannedNames, note: Note): unknown {
  const settings = withoutBlanks(piece.value);
  const line = (path: readonly PropertyKey[], below: number) => {
    const start = piece.place.lineOf(path);
    return start === null ? null : start + below;
  };
  for (const path of settingsTexts) {
    const [group, name] = path;
    const part = isRecord(settings) ? settings[group] : undefined;
    const text = isRecord(part) ? part[name] : undefined;
    if (isRecord(part) && typeof text === "string")
      part[name] = readBodyMarkdown(text, path, { names, note, line });
  }
  return settings;
}
