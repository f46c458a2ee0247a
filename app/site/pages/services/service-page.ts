import { readSettings } from "#app/domain/company/settings.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { listByIdsWithoutCovers, readPublished } from "#app/domain/content/published/entries.ts";
import { prepareHtml } from "#app/domain/content/published/render.ts";
import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc, type RichText } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pieceTags, presentPieces, readShown } from "#app/site/pages/portfolio/pieces.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { breadcrumbs, faqPage, serviceNode } from "#app/site/seo/json-ld.ts";

/** Data of the page of a service; empty parts are left out. */
export async function readServicePage(site: PageContext, entry: Entry<typeof service>) {
  const { db, requestContext, publicUrl } = site;
  requestContext.cacheTags(cacheTags.settings, cacheTags.entry(entry.id), ...pieceTags);
  const settings = await readSettings(db);
  const { icon, body, facts, features, steps, work } = entry.data;
  const questions = entry.data.questions.filter(({ question, answer }) => question && answer);
  const head = await readEntryMeta(db, service, entry);
  const crumbs = [
    { title: "Services", path: "/services" },
    { title: head.title, path: head.path },
  ];
  return {
    ...head,
    cover: head.cover ?? (await findWorkPicture(site.db, work, "second")),
    crumbs,
    nodes: [
      serviceNode(head, publicUrl),
      breadcrumbs(crumbs, publicUrl),
      ...(questions.length > 0 ? [faqPage(questions)] : []),
    ],
    icon,
    ...(await readBody(site, body)),
    facts: facts.filter(({ value }) => value),
    features: features.filter(hasWords),
    steps: steps.filter(hasWords),
    questions,
    work: await presentPieces(db, await listByIdsWithoutCovers(db, portfolio, work)),
    whatsapp: settings.company.whatsapp.number,
    closing: closingOf(settings, "services", { path: entry.path, publicUrl }),
    site: siteFacts(settings, publicUrl),
  };
}

/** The description in two parts: the text before its first heading, and the rest for after the features. */
async function readBody(site: PageContext, body: RichText) {
  const write = await prepareHtml(site.db, [body]);
  const first = body.content.findIndex(({ type }) => type === "heading");
  const cut = first < 0 ? body.content.length : first;
  const part = (content: RichText["content"]) => {
    const doc = { ...body, content };
    return content.length === 0 || isEmptyDoc(doc) ? "" : write(doc);
  };
  return { opening: part(body.content.slice(0, cut)), body: part(body.content.slice(cut)) };
}

function hasWords({ title, text }: { title: string; text: string }): boolean {
  return Boolean(title || text);
}

/** A picture of a service's first case study: the one its tile shows, or the second one. */
async function findWorkPicture(
  db: Database,
  work: readonly string[],
  place: "cover" | "second",
): Promise<Picture | null> {
  const shown = await readShown(db, work);
  const ids = work.flatMap((id) => shown.get(id) ?? []).map((piece) => piece[place] || piece.cover);
  const pictures = await findPictures(db, ids);
  return ids.flatMap((id) => pictures.get(id) ?? [])[0] ?? null;
}

/** For each service without a cover of its own, the picture of its first case study. */
export async function findServicePictures(
  db: Database,
  services: readonly { id: string; cover: Picture | null }[],
): Promise<Map<string, Picture>> {
  const bare = services.filter(({ cover }) => cover === null).map(({ id }) => id);
  const found = new Map<string, Picture>();
  for (const { id, data } of await readPublished(db, service, bare)) {
    const picture = await findWorkPicture(db, data.work, "cover");
    if (picture) found.set(id, picture);
  }
  return found;
}

/** Price and duration of a service in one line: its first two facts, without empty ones. */
export function offerOf(facts: readonly { label: string; value: string }[]): string {
  const [price, time] = facts.filter(({ value }) => value);
  return [price && keepTogether(`${price.label} ${price.value}`.trim()), time && keepTogether(time.value)]
    .filter(Boolean)
    .join(`${nbsp}· `);
}

const nbsp = "\u00a0";
/** Characters per line on the smallest phones. */
const shortLine = 24;

/** Keeps a short text on one line, so that lines break between price and duration. */
function keepTogether(text: string): string {
  return text.length <= shortLine ? text.replaceAll(" ", nbsp) : text;
}
