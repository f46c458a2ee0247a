import { toSlug } from "#app/content/urls/slug.ts";
import { firstSentence } from "#app/site/parts/first-sentence.ts";
import type { MenuItem } from "#app/site/parts/shell-data.ts";

/** 1 s, 2 s, 4 s … at most 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000);
}

/** What the API has to say now; whatever else it answers is a failure, to be tried again. */
export async function fetchMenu(name: "services" | "media", signal: AbortSignal): Promise<MenuItem[]> {
  const answer = await fetch(`/api/${name}`, { signal });
  if (!answer.ok) throw new Error(`The list of ${name} answered ${answer.status}`);
  return readMenu(await answer.json(), `/${name}`);
}

/** The rows of an API list as the menu shows them; what is no row with a title is passed over. */
export function readMenu(rows: unknown, path: string): MenuItem[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: Record<string, unknown> | null) => {
    const { _id: id, title, summary } = row ?? {};
    if (typeof id !== "string" || typeof title !== "string") return [];
    return [
      {
        id,
        title,
        path: `${path}/${encodeURIComponent(toSlug(title))}`,
        summary: path === "/services" && typeof summary === "string" ? firstSentence(summary) : "",
      },
    ];
  });
}
