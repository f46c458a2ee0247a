import { readSettings } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { countPublished, listPublished, listWithoutCovers } from "#app/domain/content/published/entries.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { postRowTags, presentPosts } from "#app/site/pages/blog/posts.ts";
import { findLogos, weaveMark } from "#app/site/pages/clients/clients-page.ts";
import { pieceTags, presentPieces } from "#app/site/pages/portfolio/pieces.ts";
import { offerOf } from "#app/site/pages/services/service-page.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { organization } from "#app/site/seo/json-ld.ts";
import { arrangeLogos, placeLogos } from "./arrange-logos.ts";

export type HomeData = Omit<Awaited<ReturnType<typeof readHomePage>>, "nodes">;

const shown = { services: 8, work: 2, clients: 6, posts: 3, promises: 4 };
/** Number of entries searched for featured ones, in the public order. */
const considered = 24;

export const clientRowTags = [cacheTags.list("client"), cacheTags.files];

/** Cache tags of each other part of the page; a part is read again only when one changes. */
const partTags = {
  services: [cacheTags.list("service")],
  work: pieceTags,
  posts: postRowTags,
};

/** Data of the home page; a part without settings or entries is empty and hidden. */
export async function readHomePage({ db, requestContext, publicUrl }: PageContext) {
  requestContext.cacheTags(cacheTags.settings, ...clientRowTags, ...Object.values(partTags).flat());
  const readPart = <Part>(name: keyof typeof partTags, read: (db: Database) => Promise<Part>) =>
    cachedQuery(db, `home: ${name}`, partTags[name], () => read(db));
  const settings = await readSettings(db);
  const { clients, quote } = await readClientRow(db);
  const site = siteFacts(settings, publicUrl);
  const [hero] = await findOwnPictures(db, [settings.home]);
  const { headline, lead, picture: _, primary, secondary, facts, order, ...texts } = settings.home;
  return {
    site,
    about: { title: settings.company.tagline, description: settings.company.description },
    hero: {
      tagline: settings.company.tagline,
      headline: headline || site.company,
      lead,
      picture: hero?.picture ?? null,
      primary,
      secondary,
      facts: withReplyTime(facts, settings.company.replyTime),
    },
    texts,
    order,
    services: await readPart("services", readServices),
    work: await readPart("work", readWork),
    clients,
    quote,
    posts: await readPart("posts", readPosts),
    promises: {
      heading: settings.about.valuesHeading,
      values: settings.about.values.slice(0, shown.promises),
    },
    nodes: [organization(settings, publicUrl)],
  };
}

/** Adds the reply time, which is one setting so that all pages promise the same. */
function withReplyTime(facts: readonly { label: string; value: string }[], replyTime: string) {
  if (replyTime === "") return [...facts];
  const value = replyTime.charAt(0).toUpperCase() + replyTime.slice(1);
  return [...facts, { label: "We reply within", value }].slice(-3);
}

async function readServices(db: Database) {
  const { cards, next } = await listWithoutCovers(db, service, { limit: shown.services });
  const rows = cards.map(({ title, path, data }) => ({
    title,
    path,
    summary: firstSentence(data.summary),
    icon: data.icon,
    offer: offerOf(data.facts),
  }));
  return { rows, hasMore: next !== null };
}

async function readWork(db: Database) {
  const { cards } = await listWithoutCovers(db, portfolio, { limit: considered });
  const pieces = await presentPieces(db, featuredFirst(cards).slice(0, shown.work));
  return { pieces, total: await countPublished(db, portfolio) };
}

/** Clients of the home page, one testimonial, and the sprite of their logos. */
export function readClientRow(db: Database) {
  return cachedQuery(db, "home: clients", clientRowTags, () => findClientRow(db));
}

async function findClientRow(db: Database) {
  const { cards } = await listWithoutCovers(db, client, { limit: considered });
  const clients = featuredFirst(cards);
  const speaker = clients.find(({ data }) => data.testimonial.quote !== "");
  const [testimonial] = await findOwnPictures(db, speaker ? [speaker.data.testimonial] : []);
  const named = clients.slice(0, shown.clients);
  const found = await findLogos(db, named);
  const logos = found.flatMap((logo) => logo ?? []);
  const sprite = arrangeLogos(logos);
  const placed = placeLogos(sprite);
  return {
    clients: named.map(({ title: name, data }, at) => {
      const logo = found[at] ?? null;
      const onSprite = logo && placed[logos.indexOf(logo)];
      return onSprite
        ? { name, logo: { ...onSprite, alt: logo.alt || name }, mark: "" }
        : { name, logo: null, mark: weaveMark(data.icon, name) };
    }),
    quote: speaker && testimonial ? { ...testimonial, seed: speaker.title } : null,
    sprite,
  };
}

async function readPosts(db: Database) {
  const { cards } = await listPublished(db, blog, { limit: shown.posts });
  const posts = await presentPosts(db, cards);
  // Portraits are left out to keep the home page small.
  return posts.map((post) => ({ ...post, author: post.author && { ...post.author, picture: null } }));
}

function featuredFirst<Card extends { data: { featured: boolean } }>(cards: readonly Card[]): Card[] {
  return [...cards.filter(({ data }) => data.featured), ...cards.filter(({ data }) => !data.featured)];
}
