import { readSettings } from "#app/domain/company/settings.ts";
import type { CoverlessCard } from "#app/domain/content/entry.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import {
  countFacet,
  countPublished,
  listByIdsWithoutCovers,
  listIdsLinkingTo,
  listWithoutCovers,
} from "#app/domain/content/published/entries.ts";
import { slugKey } from "#app/domain/content/urls/slug.ts";
import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { knotIcon } from "#app/lib/weave/icon/knot.ts";
import { isIconName } from "#app/lib/weave/icons.ts";
import { squareArea, type Thread, throwThreads } from "#app/lib/weave/motif.ts";
import { threads } from "#app/lib/weave/ornaments.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { linkPages, readPageCursor, readWord } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { arrangeWall } from "./wall.ts";

type ClientCard = Pick<CoverlessCard<typeof client>, "id" | "slug" | "title" | "position" | "data">;

/** Data of `/clients` for a query; an unknown industry gives an empty wall. A previewed client replaces its public version. */
export async function readClientsPage(
  { db, requestContext, publicUrl }: PageContext,
  search: URLSearchParams,
  previewed?: ClientCard,
) {
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.list("client"),
    cacheTags.list("portfolio"),
    cacheTags.files,
  );
  const settings = await readSettings(db);
  const { filters, industry, total, count } = await readFilters(db, readWord(search, "industry"));
  const facet = industry !== "" && { field: "industry", value: industry };
  const listed = await listWithoutCovers(db, client, { ...(facet && { facet }), ...readPageCursor(search) });
  return {
    ...settings.pages.clients,
    closing: closingOf(settings, "clients", { path: "/clients", publicUrl }),
    wall: arrangeWall(
      await presentClients(db, previewed ? putInPlace(previewed, listed.cards) : listed.cards),
    ),
    ...linkPages("/clients", industry ? { industry } : {}, listed),
    filters,
    industry,
    total,
    count,
    path: pathOf(industry),
    site: siteFacts(settings, publicUrl),
  };
}

export type ClientFacts = Awaited<ReturnType<typeof presentClients>>[number];

function putInPlace(one: ClientCard, cards: readonly ClientCard[]): ClientCard[] {
  const others = cards.filter(({ id }) => id !== one.id);
  return [...others, one].sort((a, b) => a.position - b.position);
}

async function presentClients(db: Database, cards: readonly ClientCard[]) {
  const logos = await findLogos(db, cards);
  const testimonials = await findOwnPictures(
    db,
    cards.map(({ data }) => data.testimonial),
  );
  const studies = await findCaseStudies(
    db,
    cards.map(({ id }) => id),
  );
  return cards.map(({ id, slug, title, data }, at) => ({
    slug,
    name: title,
    logo: logos[at] ?? null,
    mark: weaveMark(data.icon, title),
    industry: data.industry,
    summary: data.summary,
    website: data.website,
    testimonial: data.testimonial.quote === "" ? null : (testimonials[at] ?? null),
    study: studies.get(id) ?? null,
  }));
}

/** The logo of each client, or null. It has no placeholder, since a logo may be transparent. */
export async function findLogos(
  db: Database,
  cards: readonly { data: Pick<ClientCard["data"], "logo"> }[],
): Promise<(Picture | null)[]> {
  const pictures = await findPictures(
    db,
    cards.flatMap(({ data }) => data.logo ?? []),
  );
  return cards.map(({ data }) => {
    const logo = pictures.get(data.logo ?? "");
    return logo ? { ...logo, placeholder: "" } : null;
  });
}

/** Industries that have clients; an unknown one keeps its requested spelling. */
async function readFilters(db: Database, requested: string) {
  const total = await countPublished(db, client);
  const counts = await countFacet(db, client, "industry", 40);
  const key = slugKey(requested);
  const chosen = counts.find((one) => one.key === key);
  const industry = requested === "" ? "" : (chosen?.value ?? requested);
  const filters = [
    { label: "All", to: "/clients", count: total, isCurrent: requested === "" },
    ...counts.map(({ key: one, value, count }) => ({
      label: value,
      to: pathOf(value),
      count,
      isCurrent: one === key,
    })),
  ];
  return { filters, industry, total, count: requested === "" ? total : (chosen?.count ?? 0) };
}

function pathOf(industry: string): string {
  return industry === "" ? "/clients" : `/clients?${new URLSearchParams({ industry })}`;
}

/** Path of each client's newest public case study, by the client's id. */
async function findCaseStudies(db: Database, clients: readonly string[]): Promise<Map<string, string>> {
  const linking = await listIdsLinkingTo(db, "client", clients, 200);
  const studies = await listByIdsWithoutCovers(db, portfolio, linking);
  return new Map(studies.reverse().flatMap(({ data, path }) => (data.client ? [[data.client, path]] : [])));
}

/** Distance from the middle of a mark to its edge, in threads. */
const markReach = 13;

const motifs = ["tara", "barfi", "kalka"] as const;
const woven = new Map<string, string>();

/** A client's mark as an SVG path of horizontal threads, from its icon or else from a pattern that depends on its name. */
export function weaveMark(icon: string, name: string): string {
  const iconOrPattern = isIconName(icon) ? icon : (motifs[name.length % motifs.length] ?? "tara");
  const known = woven.get(iconOrPattern);
  if (known !== undefined) return known;
  const path = isIconName(iconOrPattern)
    ? writePath(throwThreads(knotIcon(iconOrPattern, markReach * 2 - 2, 1), squareArea(markReach)))
    : writePath(threads(iconOrPattern, markReach));
  woven.set(iconOrPattern, path);
  return path;
}

function writePath(lines: readonly Pick<Thread, "x" | "y" | "length">[]): string {
  return lines.map(({ x, y, length }) => `M${x} ${y}h${length}`).join("");
}
