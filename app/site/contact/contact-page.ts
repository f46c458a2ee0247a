import { service } from "#app/content/kinds/service.ts";
import { listPublished } from "#app/content/published/entries.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { cachedQuery } from "#app/database/cached-query.ts";
import type { Database } from "#app/database/database.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readPageSettings } from "#app/pages/page-settings.ts";
import { readOrRecall } from "#app/pages/read-or-recall.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "../seo/site-facts.ts";

const remembered = "titles of services";

/** What a message can be about, read once and kept until a service is changed. */
export function rememberServiceTitles(db: Database): Promise<string[]> {
  return cachedQuery(db, remembered, [cacheTags.list(service.name)], async () =>
    (await listPublished(db, service, { limit: 100 })).cards.map(({ title }) => title),
  );
}

/** Everything `/contact` shows: the form with its services, or the reference of what was sent. */
export async function readContactPage(context: PageContext, url: URL) {
  const { db, requestContext, publicUrl } = context;
  const settings = await readPageSettings(context);
  const services = await readOrRecall(context, remembered, () => rememberServiceTitles(db));
  const asked = url.searchParams.get("service") ?? "";
  const chosen = services.find((title) => slugKey(toSlug(title)) === slugKey(toSlug(asked))) ?? "";
  const page = {
    ...settings.pages.contact,
    sent: readSent(url),
    services,
    chosen,
    offices: settings.offices,
    phone: settings.company.phone,
    replyTime: settings.company.replyTime,
    site: siteFacts(settings, publicUrl),
  };
  const isOneOfAKind = url.searchParams.has("sent") || (asked !== "" && chosen === "");
  if (isOneOfAKind) return unkept(page);
  requestContext.cacheTags(cacheTags.settings, cacheTags.list(service.name));
  return page;
}
