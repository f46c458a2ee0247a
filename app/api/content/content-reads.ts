import { readSettings } from "#app/domain/company/settings.ts";
import { type Category, findCategory, listCategories } from "#app/domain/content/categories/categories.ts";
import type { Card, Entry } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind, type Taxonomy, taxonomies } from "#app/domain/content/kinds.ts";
import {
  findPublished,
  listByIds,
  listPublished,
  readPublished,
} from "#app/domain/content/published/entries.ts";
import { prepareHtmlElsewhere, withFullAddresses } from "#app/domain/content/published/render.ts";
import { searchPublished } from "#app/domain/content/search.ts";
import { toSlug } from "#app/domain/content/urls/slug.ts";
import { findPictures } from "#app/domain/files/pictures/picture.ts";
import type { ApiLookups, Field, ValuePart } from "#app/lib/fields/field.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  filtersOf,
  json,
  type ListQuery,
  notFoundProblem,
  redirectResponse,
  withEntityTag,
} from "../server/answers.ts";
import type { ApiRequest } from "../server/route.ts";
import {
  cardFields,
  entryFields,
  isRead,
  presentApiHead,
  presentCategoryReference,
  presentPicture,
  presentReference,
} from "./presenter.ts";

/** Page of the public entries of a kind. */
export async function answerEntryList(kind: Kind, api: ApiRequest<ListQuery>): Promise<Response> {
  const { db, query } = api;
  if (query.q !== undefined) {
    const { synonyms } = (await readSettings(db)).search;
    const hits = await searchPublished(db, query.q, { kind, limit: query.limit, synonyms });
    const found = hits.map(({ card }) => card);
    return withEntityTag(api.request, json(await presentAll(kind, found, cardFields(kind), api)));
  }
  const facet = await readFacet(kind, api);
  api.requestContext.cacheTags(cacheTags.list(kind.name), ...cacheTagsOfFields(cardFields(kind)));
  if (facet === null) return json([]);
  const options = {
    limit: query.limit,
    ...(facet && { facet }),
    ...(query.cursor && { after: query.cursor }),
  };
  const { cards, next } = await listPublished(db, kind, options);
  const answer = json(await presentAll(kind, cards, cardFields(kind), api));
  if (next !== null) answer.headers.set("link", `<${nextAddress(api, next)}>; rel="next"`);
  return answer;
}

/** One public entry, by id or slug. */
export async function answerEntry(kind: Kind, api: ApiRequest): Promise<Response> {
  const { db, address } = api;
  const [byId] = isId(address) ? await readPublished(db, kind, [address]) : [];
  // Uses API paths, so redirects stay within the API.
  const place = { ...kind, path: `/api/${kind.plural}`, hasPage: true };
  const found = byId ? { entry: byId } : await findPublished(db, place, address);
  if (!found) return notFoundProblem();
  if ("redirectTo" in found) return redirectResponse(found.isFormer ? 301 : 308, found.redirectTo);
  const { entry } = found;
  const fields = entryFields(kind);
  api.requestContext.cacheTags(cacheTags.entry(entry.id), ...cacheTagsOfFields(fields));
  const [body] = await presentAll(kind, [entry], fields, api);
  return json(body);
}

/** Requested filter; undefined without one, null for an unknown category. */
async function readFacet(kind: Kind, { db, query }: ApiRequest<ListQuery>) {
  const filter = filtersOf(kind).find(({ name }) => Reflect.get(query, name) !== undefined);
  if (!filter) return undefined;
  const value = String(Reflect.get(query, filter.name));
  const taxonomy = taxonomies.find(({ name }) => name === filter.taxonomy);
  if (!taxonomy) return { field: filter.field, value: toSlug(value) };
  const category = await findCategory(db, taxonomy.name, value);
  return category && { field: filter.field, value: category.id };
}

async function presentAll(
  kind: Kind,
  entries: readonly (Card | Entry)[],
  fields: [string, Field][],
  { db, publicUrl }: ApiRequest,
): Promise<unknown[]> {
  const parts = entries.flatMap(({ data }): ValuePart[] => [
    ...(data.cover === null ? [] : [{ is: "picture", id: data.cover } as const]),
    ...fields.flatMap(([name, field]) => field.parts(Reflect.get(data, name))),
  ]);
  const lookups = await prepareLookups(db, publicUrl, parts);
  return entries.map((entry) => {
    const cover = entry.data.cover === null ? null : (lookups.picture(entry.data.cover) ?? null);
    const rest = fields.map(([name, field]) => [
      name,
      field.answerValue(Reflect.get(entry.data, name), lookups),
    ]);
    const minutes = isRead(kind) ? { minutes: entry.minutes } : {};
    return { ...presentApiHead(kind, entry, cover, publicUrl), ...minutes, ...Object.fromEntries(rest) };
  });
}

function nextAddress({ request, publicUrl }: ApiRequest, cursor: string): string {
  const { pathname, searchParams } = new URL(request.url);
  const next = new URL(pathname, publicUrl);
  for (const [name, value] of searchParams) if (value !== "") next.searchParams.set(name, value);
  next.searchParams.set("cursor", cursor);
  return next.href;
}

function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}

/** Records referenced by some entries, read together; only public ones are found. */
interface Lookups extends ApiLookups {
  picture(id: string): ReturnType<typeof presentPicture> | undefined;
}

async function prepareLookups(db: Database, site: URL, parts: readonly ValuePart[]): Promise<Lookups> {
  const pictures = await findPictures(
    db,
    parts.flatMap((part) => (part.is === "picture" ? [part.id] : [])),
  );
  const entries = await findReferences(db, site, parts);
  const categories = new Map<string, Category>();
  const named = new Set(parts.flatMap((part) => (part.is === "category" ? [part.taxonomy] : [])));
  for (const taxonomy of known(named))
    for (const category of await listCategories(db, taxonomy)) categories.set(category.id, category);
  const write = await prepareHtmlElsewhere(
    db,
    parts.flatMap((part) => (part.is === "richText" ? [part.doc] : [])),
  );
  return {
    picture(id) {
      const found = pictures.get(id);
      return found && presentPicture(found, site);
    },
    entry: (kindName, id) => entries.get(`${kindName} ${id}`),
    category(id) {
      const found = categories.get(id);
      return found && presentCategoryReference(found);
    },
    richText: (doc: RichText) => ({ json: doc, html: withFullAddresses(write(doc), site) }),
  };
}

/** Cache tags of everything that affects how these fields are shown. */
function cacheTagsOfFields(fields: readonly (readonly [string, Field])[]): string[] {
  const sources = fields.flatMap(([, field]) => field.sources);
  const shown = sources.flatMap((source) => (source.from === "entries" ? [cacheTags.list(source.kind)] : []));
  const named = new Set(sources.flatMap((source) => (source.from === "categories" ? [source.taxonomy] : [])));
  return [cacheTags.files, ...shown, ...known(named).map((name) => cacheTags.categories(name))];
}

function known(names: ReadonlySet<string>): Taxonomy[] {
  return taxonomies.map(({ name }) => name).filter((name) => names.has(name));
}

async function findReferences(db: Database, site: URL, parts: readonly ValuePart[]) {
  const found = new Map<string, ReturnType<typeof presentReference>>();
  const pointers = parts.filter((part) => part.is === "entry");
  for (const [kindName, wanted] of Map.groupBy(pointers, ({ kind }) => kind)) {
    const kind = findKind(kindName);
    if (!kind) continue;
    const ids = [...new Set(wanted.map(({ id }) => id))];
    for (const card of await listByIds(db, kind, ids))
      found.set(`${kindName} ${card.id}`, presentReference(kind, card, site));
  }
  return found;
}
