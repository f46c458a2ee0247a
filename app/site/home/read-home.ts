import { readSettings } from "#app/company/settings.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { client } from "#app/content/kinds/client.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { service } from "#app/content/kinds/service.ts";
import { countPublished, listPublished, listWithoutCovers } from "#app/content/published/entries.ts";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { postRowTags, presentPosts } from "#app/site/blog/posts.ts";
import { findLogos, weaveMark } from "#app/site/clients/clients-page.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import { pieceLabels, presentPieces } from "#app/site/portfolio/pieces.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { organization } from "#app/site/seo/json-ld.ts";
import { offerOf } from "#app/site/services/service-page.ts";
import { arrangeLogos, placeLogos } from "./arrange-logos.ts";

export type HomeData = Omit<Awaited<ReturnType<typeof readHomePage>>, "nodes">;

const shown = { services: 8, work: 2, clients: 6, posts: 3, promises: 4 };
/** Featured entries are looked for among so many, in the public's order. */
const considered = 24;

export const clientRowTags = [cacheTags.list("client"), cacheTags.files];

/** What each other part of the page is made of: a part is read anew only when that changes, however often the page is drawn. */
const partTags = {
  services: [cacheTags.list("service")],
  work: pieceLabels,
  posts: postRowTags,
};

/** Everything the home page shows; a part the company has said nothing about is empty and disappears. */
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

/** The promise stands in one setting, so that no two pages promise different things. */
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

/** The clients of the home page, one of their testimonials, and the sprite of their logos. */
export function readClientRow(db: Database) {
  return cachedQuery(db, "home: clients", clientRowTags, () => findClientRow(db));
}

async function findClientRow(db: Database) {
  const { cards } = await listWithoutCovers(db, client, { limit: considered });
  const clients = featuredFirst(cards);
  const speaker = clients.find(({ data }) => data.testimonial.quote !== "");
  const [said] = await findOwnPictures(db, speaker ? [speaker.data.testimonial] : []);
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
    quote: speaker && said ? { ...said, seed: speaker.title } : null,
    sprite,
  };
}

async function readPosts(db: Database) {
  const { cards } = await listPublished(db, blog, { limit: shown.posts });
  const posts = await presentPosts(db, cards);
  // Faces are for the list of the blog; here they would make the first page heavier.
  return posts.map((post) => ({ ...post, author: post.author && { ...post.author, picture: null } }));
}

function featuredFirst<Card extends { data: { featured: boolean } }>(cards: readonly Card[]): Card[] {
  return [...cards.filter(({ data }) => data.featured), ...cards.filter(({ data }) => !data.featured)];
}
