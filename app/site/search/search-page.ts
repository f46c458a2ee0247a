import { readSettings } from "#app/company/settings.ts";
import { searchPublished } from "#app/content/search/search.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readWord } from "#app/site/parts/paging.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** Everything `/search` shows for a query. */
export async function readSearchPage({ db, publicUrl }: PageContext, search: URLSearchParams) {
  const query = readWord(search, "q");
  const results = (await searchPublished(db, query)).map(({ kind, card }) => ({
    kind: kind.label.one,
    title: card.title,
    path: card.path,
    summary: card.data.summary,
  }));
  return { query, results, ...describeSearch(query), site: siteFacts(await readSettings(db), publicUrl) };
}

function describeSearch(query: string): { title: string; description: string } {
  if (query === "") return { title: "Search", description: all };
  return {
    title: `Search: ${query}`,
    description: `What we have published about “${query}”: services, case studies, clients, news and posts.`,
  };
}

const all =
  "Search everything we have published: services, case studies, clients, news and posts, in Bangla and in English.";
