import { kinds } from "#app/content/kinds.ts";
import { type ImportSummary, summarise } from "./apply/apply-import.ts";
import type { Plan } from "./bundle/plan.ts";

/** What came in, in one phrase: "settings, 11 categories, 12 pictures, 6 services". */
export function summarizeImport(summary: ImportSummary): string {
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
  const parts = counts.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? one : many}`],
  );
  const all = [...(summary.settings ? ["settings"] : []), ...parts];
  const replaced = summary.replaced > 0 ? `; ${summary.replaced} took the place of what was there` : "";
  return `${all.join(", ") || "nothing"}${replaced}`;
}

export function summarizePlan(plan: Plan): string {
  const told = summarizeImport(summarise(plan, 0));
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}`;
}
