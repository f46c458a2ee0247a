import { readSettings } from "#app/company/settings.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";

/** What `/newsletter` shows: the form, or the reference of what was sent. */
export async function readNewsletterPage({ db, publicUrl }: PageContext, url: URL) {
  const settings = await readSettings(db);
  return unkept({
    ...settings.company.newsletter,
    sent: readSent(url),
    site: siteFacts(settings, publicUrl),
  });
}
