import type { Kind } from "#app/content/kind.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { service } from "#app/content/kinds/service.ts";
import { kinds } from "#app/content/kinds.ts";
import { findPublished, listPublished } from "#app/content/published/entries.ts";
import { searchNear } from "#app/content/search/search-near.ts";
import type { Database } from "#app/database/database.ts";
import { slugParam } from "#app/site/parts/not-found.ts";
import { addDays } from "#app/text/days.ts";
import { readMostRead } from "#app/visits/read-visits.ts";

export interface Suggested {
  id: string;
  kind: Kind;
  title: string;
  path: string;
  summary: string;
}

const most = 3;

/** Where to go on when nothing was found, or asked for yet: what comes near, or else what is read most, or else what stands first. */
export async function readSuggestions(db: Database, query: string, today: string): Promise<Suggested[]> {
  const near = (await searchNear(db, query, most)).map(({ kind, card }) => ({
    id: card.id,
    kind,
    title: card.title,
    path: card.path,
    summary: card.data.summary,
  }));
  if (near.length > 0) return near;
  const all = [...(await readPopular(db, today)), ...(await readFirst(db))];
  return [...new Map(all.map((entry) => [entry.path, entry])).values()].slice(0, most);
}

/** The entries whose pages were read most in the last seven days. */
async function readPopular(db: Database, today: string): Promise<Suggested[]> {
  const read = await readMostRead(db, { from: addDays(today, -6), to: today }, 30);
  const popular: Suggested[] = [];
  for (const { path } of read) {
    if (popular.length === most) break;
    const entry = await findByPath(db, path);
    if (entry) popular.push(entry);
  }
  return popular;
}

async function findByPath(db: Database, path: string): Promise<Suggested | null> {
  const kind = kinds.find((one) => one.hasPage && path.startsWith(`${one.path}/`));
  if (!kind) return null;
  const found = await findPublished(db, kind, slugParam(new URL(path, "http://localhost")));
  if (!found || !("entry" in found)) return null;
  const { id, title, data } = found.entry;
  return { id, kind, title, path: found.entry.path, summary: data.summary };
}

async function readFirst(db: Database): Promise<Suggested[]> {
  const first: Suggested[] = [];
  for (const kind of [service, portfolio, blog]) {
    const { cards } = await listPublished<Kind>(db, kind, { limit: 1 });
    for (const { id, title, path, data } of cards)
      first.push({ id, kind, title, path, summary: data.summary });
  }
  return first;
}
