import { kinds } from "#app/content/kinds.ts";
import { type ImportSummary, summarise } from "./apply/apply-import.ts";
import type { Plan } from "./bundle/plan.ts";

/** What came in, in one phrase: "settings, 11 categories, 12 pictures, 6 services". */
export function summarizeImport(summary: ImportSummary): string {
  const replaced = summary.replaced > 0 ? `; ${summary.replaced} took the place of what was there` : "";
  return `${countImported(summary).join(", ") || "nothing"}${replaced}`;
}

/** How many of each: "settings", "11 categories". */
export function countImported(summary: ImportSummary): string[] {
  const counts: [number, string, string][] = [
    [summary.categories, "category", "categories"],
    [summary.pictures, "picture", "pictures"],
    [summary.documents, "document", "documents"],
    ...kinds.map(({ name, label }): [number, string, string] => [
      summary.entries[name] ?? 0,
      label.one.toLowerCase(),
      name === "media" ? "media items" : name === "portfolio" ? "case studies" : label.many.toLowerCase(),
    ]),
    [summary.redirects, "former address", "former addresses"],
  ];
  const parts = counts.flatMap(([count, one, many]) => (count === 0 ? [] : [numbered(count, one, many)]));
  const records = Object.entries(summary.records).flatMap(([list, count]) =>
    count === 0 ? [] : [countOf(list, count)],
  );
  return [...(summary.settings ? ["settings"] : []), ...parts, ...records];
}

/** So many rows of a list that goes along word for word: "2 newsletters". */
export function countOf(list: string, count: number): string {
  const [one, many] = nouns[list] ?? [list, list];
  return numbered(count, one, many);
}

function numbered(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

const nouns: Record<string, [string, string]> = {
  people: ["person", "people"],
  leads: ["message or call", "messages and calls"],
  "lead-events": ["event of these", "events of these"],
  "lead-notes": ["note", "notes"],
  "lead-note-edits": ["former note", "former notes"],
  "lead-replies": ["reply", "replies"],
  "reply-templates": ["reply template", "reply templates"],
  subscribers: ["subscriber", "subscribers"],
  newsletters: ["newsletter", "newsletters"],
  trash: ["entry in the trash", "entries in the trash"],
  versions: ["version", "versions"],
  audit: ["line of the audit log", "lines of the audit log"],
};

export function summarizePlan(plan: Plan): string {
  const told = summarizeImport(summarise(plan, 0));
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}
