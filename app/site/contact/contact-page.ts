import { readSettings } from "#app/company/settings.ts";
import { listPublished } from "#app/content/entries.ts";
import { service } from "#app/content/kinds/service.ts";
import { slugKey, toSlug } from "#app/content/slug.ts";
import { labels } from "#app/database/labels.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";

/** Everything `/contact` shows: the form with its services, or the reference of what was sent. */
export async function readContactPage({ db, visit, publicUrl }: PageContext, url: URL) {
  const settings = await readSettings(db);
  const services = (await listPublished(db, service, { limit: 100 })).cards.map(({ title }) => title);
  const asked = url.searchParams.get("service") ?? "";
  const chosen = services.find((title) => slugKey(toSlug(title)) === slugKey(toSlug(asked))) ?? "";
  const page = {
    ...settings.pages.contact,
    sent: readSent(url),
    services,
    chosen,
    offices: settings.offices,
    phone: settings.company.phone,
    site: siteFacts(settings, publicUrl),
  };
  const isOneOfAKind = url.searchParams.has("sent") || (asked !== "" && chosen === "");
  if (isOneOfAKind) return unkept(page);
  visit.keep(labels.settings, labels.list(service.name));
  return page;
}
