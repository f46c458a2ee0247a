import { readSettings } from "#app/company/settings.ts";
import type { CoverlessCard } from "#app/content/entry.ts";
import { client } from "#app/content/kinds/client.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import {
  countFacet,
  countPublished,
  listByIdsWithoutCovers,
  listIdsLinkingTo,
  listWithoutCovers,
} from "#app/content/published/entries.ts";
import { slugKey } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { findPictures, type Picture } from "#app/files/pictures/picture.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { linkPages, readPageNumber, readWord } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { knotIcon } from "#app/weave/icon/knot.ts";
import { isIconName } from "#app/weave/icons.ts";
import { squareArea, type Thread, throwThreads } from "#app/weave/motif.ts";
import { threads } from "#app/weave/ornaments.ts";
import { arrangeWall } from "./wall.ts";

type ClientCard = Pick<CoverlessCard<typeof client>, "id" | "slug" | "title" | "position" | "data">;

/** Everything `/clients` shows for a query; an industry nobody works in is an empty wall with ways out. A previewed client takes its place. */
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
  const listed = await listWithoutCovers(db, client, { ...(facet && { facet }), ...readPageNumber(search) });
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
  const said = await findOwnPictures(
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
    testimonial: data.testimonial.quote === "" ? null : (said[at] ?? null),
    study: studies.get(id) ?? null,
  }));
}

/** The logo of each of these clients, null where it sent none. A logo may be see-through: nothing must stand behind it. */
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

/** The industries in which somebody works, as they are written; an unknown one stays as it was asked for. */
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

/** Where each client's case study stands: the newest public one, by the client's id. */
async function findCaseStudies(db: Database, clients: readonly string[]): Promise<Map<string, string>> {
  const linking = await listIdsLinkingTo(db, "client", clients, 200);
  const studies = await listByIdsWithoutCovers(db, portfolio, linking);
  return new Map(studies.reverse().flatMap(({ data, path }) => (data.client ? [[data.client, path]] : [])));
}

/** How far a mark reaches from its middle, in threads. */
const markReach = 13;

const motifs = ["tara", "barfi", "kalka"] as const;
const woven = new Map<string, string>();

/** A client's mark as an SVG path of level threads: the icon re-woven, or a motif that is always the same for that name. */
export function weaveMark(icon: string, name: string): string {
  const what = isIconName(icon) ? icon : (motifs[name.length % motifs.length] ?? "tara");
  const known = woven.get(what);
  if (known !== undefined) return known;
  const path = isIconName(what)
    ? writePath(throwThreads(knotIcon(what, markReach * 2 - 2, 1), squareArea(markReach)))
    : writePath(threads(what, markReach));
  woven.set(what, path);
  return path;
}

function writePath(lines: readonly Pick<Thread, "x" | "y" | "length">[]): string {
  return lines.map(({ x, y, length }) => `M${x} ${y}h${length}`).join("");
}
