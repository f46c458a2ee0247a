import type { PageContext } from "#app/pages/page-context.ts";
import { readPageSettings } from "#app/pages/page-settings.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";

/** What `/newsletter` shows: the form, or the reference of what was sent. */
export async function readNewsletterPage(context: PageContext, url: URL) {
  const settings = await readPageSettings(context);
  return unkept({
    ...settings.company.newsletter,
    sent: readSent(url),
    site: siteFacts(settings, context.publicUrl),
  });
}
