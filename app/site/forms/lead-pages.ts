import { timeZoneOf } from "#app/domain/company/company-time.ts";
import { describeOpening, listOpening } from "#app/domain/company/opening.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { listWithoutCovers } from "#app/domain/content/published/entries.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { type PageContext, readPageSettings, readWithFallback } from "#app/domain/routing/page-context.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { cacheOpening } from "#app/site/pages/newsletter/archive-page.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { getCachedShell } from "#app/site/shell/read-shell.ts";
import { readSent, uncachedPage } from "./form-answer.ts";

const titlesKey = "titles of services";

/** Reads the topics of a message; cached until a service changes. */
function cachedServiceTitles(db: Database): Promise<string[]> {
  return cachedQuery(db, titlesKey, [cacheTags.list(service.name)], async () =>
    (await listWithoutCovers(db, service, { limit: 100 })).cards.map(({ title }) => title),
  );
}

const placesKey = "people and places of the contact page";

/** Reads the contact person, next steps and offices; cached until a setting or file changes. */
function cachedPlaces(db: Database) {
  return cachedQuery(db, placesKey, [cacheTags.settings, cacheTags.files], async () => {
    const { contact, offices } = await readSettings(db);
    const [answers] = await findOwnPictures(db, [contact.answers]);
    return {
      answers: answers?.name ? answers : null,
      next: contact.next,
      offices: await findOwnPictures(db, offices),
    };
  });
}

/** Reads the data of `/contact`: the form with its services, or the reference of a sent message. */
export async function readContactPage(context: PageContext, url: URL) {
  const { db, clock, requestContext, publicUrl } = context;
  const settings = await readPageSettings(context);
  const services = await readWithFallback(context, titlesKey, () => cachedServiceTitles(db));
  const requested = url.searchParams.get("service") ?? "";
  const chosen = services.find((title) => slugKey(toSlug(title)) === slugKey(toSlug(requested))) ?? "";
  const page = {
    ...settings.pages.contact,
    sent: readSent(url),
    services,
    chosen,
    ...(await readWithFallback(context, placesKey, () => cachedPlaces(db))),
    phone: settings.company.phone,
    whatsapp: settings.company.whatsapp.number,
    payment: settings.company.payment,
    replyTime: settings.company.replyTime,
    ...presentOpening(settings, clock),
    site: siteFacts(settings, publicUrl),
  };
  const isUnique = url.searchParams.has("sent") || (requested !== "" && chosen === "");
  if (isUnique) return uncachedPage(page);
  requestContext.cacheTags(cacheTags.settings, cacheTags.files, cacheTags.list(service.name), ...openingTags);
  return page;
}

/** Tags of pages with opening hours, whose holidays and "today" change daily. */
const openingTags = [cacheTags.opening, cacheTags.day];

/** Presents the opening hours and the current state; null without hours. */
function presentOpening(settings: Settings, clock: Clock) {
  const { opening } = settings;
  const timeZone = timeZoneOf(settings);
  const now = clock.now();
  const state = describeOpening(opening, timeZone, now);
  return { opening: state && { ...state, lines: listOpening(opening, dayOf(now, timeZone)) } };
}

/** Reads the data of `/calltoaction`: the form with a topic from the address, or the reference of a sent request. */
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
  if (topic !== "" || url.searchParams.has("sent")) return uncachedPage(page);
  requestContext.cacheTags(cacheTags.settings, ...openingTags);
  return page;
}

/** Fills the caches of pages with forms. A sent form can then return its typed text even if the database fails. */
export async function warmFormCaches(db: Database, publicUrl: URL): Promise<void> {
  await readSettings(db);
  await getCachedShell(db, publicUrl);
  await cachedServiceTitles(db);
  await cachedPlaces(db);
  await cacheOpening(db);
}
