import { publicDay, timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import type { Card, CoverlessCard, Entry } from "#app/domain/content/entry.ts";
import type { CardDataOf } from "#app/domain/content/kind.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import {
  addCovers,
  countFacet,
  countPublished,
  findNeighbours,
  listPublished,
  listWithoutCovers,
} from "#app/domain/content/published/entries.ts";
import { renderHtml } from "#app/domain/content/published/render.ts";
import { findPictures } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { localTime, momentOf } from "#app/lib/text/moments.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { linkPages, readPageCursor } from "#app/site/parts/url-params.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { breadcrumbs, eventNode, videoObject } from "#app/site/seo/json-ld.ts";
import { type MediaType, typeNames } from "./media-meta.tsx";
import { describeRepeat, nextOccasion } from "./occasions.ts";

export type MediaRow = ReturnType<typeof presentMedia>;
export type UpcomingRow = ReturnType<typeof describeMedia>;

/** Data of `/media` for a query; an unknown type shows everything. */
export async function readMediaPage(
  { db, clock, requestContext, publicUrl }: PageContext,
  search: URLSearchParams,
) {
  requestContext.cacheTags(cacheTags.settings, cacheTags.list("media"), cacheTags.files, cacheTags.day);
  const type = readType(search.get("type"));
  // Not cached, since the number of unknown types is unlimited.
  if (type === null && search.has("type")) requestContext.noStore();
  const settings = await readSettings(db);
  const here = hereOf(settings, clock);
  const place = readPageCursor(search);
  const page = await listPublished(db, media, {
    ...(type && { facet: { field: "type", value: type } }),
    ...place,
  });
  const { filters, count } = await readFilters(db, type);
  const isFirst = page.previous === null;
  const upcoming = type === null || type === "event" ? await readUpcoming(db, here) : [];
  const isUpcoming = new Set(upcoming.map(({ path }) => path));
  return {
    ...settings.pages.media,
    closing: closingOf(settings, "media", { path: "/media", publicUrl }),
    upcoming: isFirst ? upcoming : [],
    items: page.cards.map((card) => presentMedia(card, here)).filter(({ path }) => !isUpcoming.has(path)),
    filters,
    found: `${count} ${count === 1 ? "item" : "items"}`,
    about: type === null ? "" : typeNames[type].many,
    canonical: pathOf(type, place),
    ...linkPages("/media", type ? { type } : {}, page),
    site: siteFacts(settings, publicUrl),
  };
}

/** The company's time zone, and its local time as `YYYY-MM-DDTHH:mm`. */
interface Here {
  timeZone: string;
  now: string;
}

function hereOf(settings: Settings, clock: Clock): Here {
  const timeZone = timeZoneOf(settings);
  return { timeZone, now: localTime(clock.now().toISOString(), timeZone) };
}

/** Upcoming events, the next first, among the latest ones. */
async function readUpcoming(db: Database, here: Here) {
  const facet = { field: "type", value: "event" };
  const { cards } = await listWithoutCovers(db, media, { facet, limit: 50 });
  return cards
    .map((card) => describeMedia(card, here))
    .filter(({ next }) => next !== "")
    .toSorted((one, other) => (startOf(one) < startOf(other) ? -1 : 1))
    .slice(0, 4);
}

function startOf({ next, begins }: UpcomingRow): string {
  return next + begins;
}

function presentMedia(card: Card<typeof media>, here: Here) {
  return { ...describeMedia(card, here), cover: card.cover };
}

/** Presents an item without its picture. */
function describeMedia(
  { title, path, data, publishedAt }: CoverlessCard<typeof media>,
  { timeZone, now }: Here,
) {
  return {
    title,
    path,
    lang: langAttribute(title),
    summary: data.summary,
    type: data.type,
    day: publicDay({ day: data.date, publishedAt }, timeZone),
    ...presentTimes(data, now),
  };
}

/** Place and time; empty if not set. */
function presentTimes(data: CardDataOf<typeof media>, now: string) {
  return {
    next: (data.type === "event" && nextOccasion(data, now)) || "",
    // Older versions lack these fields.
    begins: data.begins ?? "",
    ends: data.ends ?? "",
    place: data.place ?? "",
    length: data.length ?? "",
    repeats: describeRepeat(data),
  };
}

async function readFilters(db: Database, current: MediaType | null) {
  const [counts, total] = [await countFacet(db, media, "type"), await countPublished(db, media)];
  const types = Object.entries(typeNames).flatMap(([type, { many }]) => {
    const count = counts.find(({ key }) => key === type)?.count ?? 0;
    return count === 0
      ? []
      : [{ label: many, to: `/media?type=${type}`, count, isCurrent: type === current }];
  });
  const filters = [{ label: "All", to: "/media", count: total, isCurrent: current === null }, ...types];
  return {
    filters,
    count: current === null ? total : (counts.find(({ key }) => key === current)?.count ?? 0),
  };
}

function readType(text: string | null): MediaType | null {
  return text !== null && Object.hasOwn(typeNames, text) ? (text as MediaType) : null; // one of its own keys
}

function pathOf(type: MediaType | null, rest: Record<string, string>): string {
  const search = new URLSearchParams({ ...(type ? { type } : {}), ...rest });
  return search.size === 0 ? "/media" : `/media?${search}`;
}

/** Data of a media item's page. */
export async function readMediaItem(site: PageContext, item: Entry<typeof media>) {
  const { db, clock, requestContext, publicUrl } = site;
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.entry(item.id),
    cacheTags.list("media"),
    cacheTags.files,
    cacheTags.day,
  );
  const { data } = item;
  const settings = await readSettings(db);
  const here = hereOf(settings, clock);
  const { timeZone, now } = here;
  const times = presentTimes(data, now);
  const head = await readEntryMeta(db, media, item);
  const pictures = await findPictures(db, data.gallery);
  const lang = langAttribute(head.title);
  const day = publicDay({ day: data.date, publishedAt: item.publishedAt }, timeZone);
  const describeForMachines = () => {
    const facts = { ...head, image: head.search.image };
    if (data.video !== "") return [videoObject({ ...facts, date: day, video: data.video }, publicUrl)];
    if (data.type !== "event") return [];
    const on = times.next || day;
    const at = (time: string) => (time && momentOf(`${on}T${time}`, timeZone)) || "";
    const when = { startDate: at(times.begins) || on, endDate: at(times.ends) };
    return [eventNode({ ...facts, place: times.place, ...when }, publicUrl)];
  };
  const crumbs = [
    { title: settings.pages.media.heading || "Media", path: "/media" },
    { title: item.title, path: item.path },
  ];
  return {
    ...head,
    lang,
    day,
    type: data.type,
    ...times,
    video: data.video,
    gallery: data.gallery.flatMap((id) => pictures.get(id) ?? []),
    html: isEmptyDoc(data.body) ? "" : await renderHtml(db, data.body, lang ?? "en"),
    crumbs,
    nodes: [...describeForMachines(), breadcrumbs(crumbs, publicUrl)],
    others: await readOthers(db, item, here),
    closing: closingOf(settings, "media", { path: item.path, publicUrl }),
    site: siteFacts(settings, publicUrl),
  };
}

/** Three other items: the next, the previous, then the latest. */
async function readOthers(db: Database, item: Entry<typeof media>, here: Here) {
  const { previous, next } = await findNeighbours(db, media, item);
  const { cards } = await listWithoutCovers(db, media, { limit: 4 });
  const others = new Map([previous, next, ...cards].flatMap((card) => (card ? [[card.id, card]] : [])));
  others.delete(item.id);
  const shown = await addCovers(db, media, [...others.values()].slice(0, 3));
  return shown.map((card) => presentMedia(card, here));
}
