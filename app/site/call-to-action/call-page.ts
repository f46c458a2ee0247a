import { cacheTags } from "#app/database/cache-tags.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readPageSettings } from "#app/pages/page-settings.ts";
import { readSent, unkept } from "#app/site/forms/read-sent.ts";
import { siteFacts } from "../seo/site-facts.ts";

/** Everything `/calltoaction` shows: the form, begun with a topic if the address names one, or the reference of what was sent. */
export async function readCallPage(context: PageContext, url: URL) {
  const { requestContext, publicUrl } = context;
  const settings = await readPageSettings(context);
  const topic = (url.searchParams.get("topic") ?? "").trim().slice(0, 200);
  const page = {
    ...settings.pages.callToAction,
    sent: readSent(url),
    topic,
    phone: settings.company.phone,
    replyTime: settings.company.replyTime,
    whatsapp: settings.company.whatsapp,
    hours: settings.offices[0]?.hours ?? "",
    site: siteFacts(settings, publicUrl),
  };
  if (topic !== "" || url.searchParams.has("sent")) return unkept(page);
  requestContext.cacheTags(cacheTags.settings);
  return page;
}
