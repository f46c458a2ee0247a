import { readSettings } from "#app/company/settings.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import type { SiteContext } from "#app/site/site-context.ts";

/** What `/newsletter` shows: the form, or the reference of what was sent. */
export async function readNewsletterPage({ db, publicUrl }: SiteContext, url: URL) {
  const settings = await readSettings(db);
  return unkept({
    ...settings.company.newsletter,
    sent: readSent(url),
    site: siteFacts(settings, publicUrl),
  });
}
