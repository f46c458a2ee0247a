import { readSettings } from "#app/company/settings.ts";
import { listByIds } from "#app/content/entries.ts";
import type { Entry } from "#app/content/entry.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { service } from "#app/content/kinds/service.ts";
import { renderHtml } from "#app/content/render.ts";
import { isEmptyDoc } from "#app/content/rich-text/schema.ts";
import { labels } from "#app/database/labels.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import { pieceLabels, presentPieces } from "#app/site/portfolio/pieces.ts";
import type { SiteContext } from "#app/site/site-context.ts";
import { readEntryHead } from "./entry-head.ts";

/** Everything the page of a service shows; what has no words at all is left out. */
export async function readServicePage({ db, visit, publicUrl }: SiteContext, entry: Entry<typeof service>) {
  visit.keep(labels.settings, labels.entry(entry.id), ...pieceLabels);
  const { icon, body, facts, features, steps, questions, work } = entry.data;
  return {
    ...(await readEntryHead(db, service, entry)),
    icon,
    body: isEmptyDoc(body) ? "" : await renderHtml(db, body),
    facts: facts.filter(({ value }) => value),
    features: features.filter(hasWords),
    steps: steps.filter(hasWords),
    questions: questions.filter(({ question, answer }) => question && answer),
    work: await presentPieces(db, await listByIds(db, portfolio, work)),
    site: siteFacts(await readSettings(db), publicUrl),
  };
}

function hasWords({ title, text }: { title: string; text: string }): boolean {
  return Boolean(title || text);
}
