import { timeZoneOf } from "#app/company/company-time.ts";
import { describeOpening, listOpening } from "#app/company/opening.ts";
import { readSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import { service } from "#app/content/kinds/service.ts";
import { listWithoutCovers } from "#app/content/published/entries.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { type PageContext, readOrStale, readPageSettings } from "#app/pages/page-context.ts";
import type { Clock } from "#app/platform/clock.ts";
import { cacheOpening } from "#app/site/newsletter/archive-page.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { getCachedShell } from "#app/site/shell/read-shell.ts";
import { cutText } from "#app/text/cut.ts";
import { dayOf } from "#app/text/moments.ts";
import { readSent, unkept } from "./form-answer.ts";

const remembered = "titles of services";

/** What a message can be about, read once and kept until a service is changed. */
function rememberServiceTitles(db: Database): Promise<string[]> {
  return cachedQuery(db, remembered, [cacheTags.list(service.name)], async () =>
    (await listWithoutCovers(db, service, { limit: 100 })).cards.map(({ title }) => title),
  );
}

const rememberedPlaces = "people and places of the contact page";

/** Who answers, what happens next, and the offices; read once and kept until a setting or a file is changed. */
function rememberPlaces(db: Database) {
  return cachedQuery(db, rememberedPlaces, [cacheTags.settings, cacheTags.files], async () => {
    const { contact, offices } = await readSettings(db);
    const [answers] = await findOwnPictures(db, [contact.answers]);
    return {
      answers: answers?.name ? answers : null,
      next: contact.next,
      offices: await findOwnPictures(db, offices),
    };
  });
}

/** Everything `/contact` shows: the form with its services, or the reference of what was sent. */
export async function readContactPage(context: PageContext, url: URL) {
  const { db, clock, requestContext, publicUrl } = context;
  const settings = await readPageSettings(context);
  const services = await readOrStale(context, remembered, () => rememberServiceTitles(db));
  const requested = url.searchParams.get("service") ?? "";
  const chosen = services.find((title) => slugKey(toSlug(title)) === slugKey(toSlug(requested))) ?? "";
  const page = {
    ...settings.pages.contact,
    sent: readSent(url),
    services,
    chosen,
    ...(await readOrStale(context, rememberedPlaces, () => rememberPlaces(db))),
    phone: settings.company.phone,
    whatsapp: settings.company.whatsapp.number,
    payment: settings.company.payment,
    replyTime: settings.company.replyTime,
    ...presentOpening(settings, clock),
    site: siteFacts(settings, publicUrl),
  };
  const isOneOfAKind = url.searchParams.has("sent") || (requested !== "" && chosen === "");
  if (isOneOfAKind) return unkept(page);
  requestContext.cacheTags(cacheTags.settings, cacheTags.files, cacheTags.list(service.name), ...openingTags);
  return page;
}

/** A page that shows the opening hours changes with the day too: which holidays are near, and what is "today". */
const openingTags = [cacheTags.opening, cacheTags.day];

/** When the company is open, and whether it is now; null where no hours are set. */
function presentOpening(settings: Settings, clock: Clock) {
  const { opening } = settings;
  const timeZone = timeZoneOf(settings);
  const now = clock.now();
  const state = describeOpening(opening, timeZone, now);
  return { opening: state && { ...state, lines: listOpening(opening, dayOf(now, timeZone)) } };
}

/** Everything `/calltoaction` shows: the form, begun with a topic if the address names one, or the reference of what was sent. */
export async function readCallPage(context: PageContext, url: URL) {
  const { clock, requestContext, publicUrl } = context;
  const settings = await readPageSettings(context);
  const topic = cutText((url.searchParams.get("topic") ?? "").trim(), 200);
  const page = {
    ...settings.pages.callToAction,
    sent: readSent(url),
    topic,
    phone: settings.company.phone,
    replyTime: settings.company.replyTime,
    whatsapp: settings.company.whatsapp,
    ...presentOpening(settings, clock),
    site: siteFacts(settings, publicUrl),
  };
  if (topic !== "" || url.searchParams.has("sent")) return unkept(page);
  requestContext.cacheTags(cacheTags.settings, ...openingTags);
  return page;
}

/**
 * Reads what the pages with forms show before anybody asks for them: should the database go, a form that is sent comes back
 * with everything typed in it, even if nobody has opened a page of this process yet.
 */
export async function warmFormCaches(db: Database, publicUrl: URL): Promise<void> {
  await readSettings(db);
  await getCachedShell(db, publicUrl);
  await rememberServiceTitles(db);
  await rememberPlaces(db);
  await cacheOpening(db);
}
