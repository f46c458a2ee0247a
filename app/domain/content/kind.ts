import type { z } from "zod";
import {
  type CardValuesOf,
  describeFields,
  type Field,
  type Fields,
  recordSchema,
  type ValuePart,
  type ValuesOf,
} from "#app/lib/fields/field.ts";
import { group, image, inCard, line, slug, text } from "#app/lib/fields/fields.ts";
import type { DescribedField } from "#app/lib/fields/inputs.ts";
import { storedRecord } from "#app/lib/fields/types/records.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";

const titleOptions = { max: 300, required: true };

const commonFields = {
  title: line("Title", titleOptions),
  summary: inCard(
    text("Summary", { max: 500, hint: "One or two sentences; lists and search engines show it." }),
  ),
  cover: image("Cover picture", {
    hint: "If empty, a pattern made from the title is used.",
  }),
  seo: group("Search engines and sharing", {
    title: line("Meta title (SEO)", { max: 120 }),
    description: line("Meta description (SEO)", { max: 320 }),
    image: image("Social picture"),
  }),
} satisfies Fields;

const coverWithGallery = image("Cover picture", {
  hint: "If empty, the first picture of the gallery is used, or a pattern made from the title.",
});

type CommonFields = typeof commonFields;

/** Field `customSlug`, for kinds whose address may differ from the title. */
export const customSlug = slug("Custom address", {
  hint: "Optional. If empty, the address is made from the title. The title’s own address redirects to it.",
});

/** Order of a kind's public list: by position, or by a date field with the newest first. */
export type KindOrder = "position" | { newest: string };

/** Fields that name an entry's author: `record` references an entry of `kind`, `words` is plain text. */
export interface Byline {
  record: string;
  kind: string;
  words: string;
}

export interface KindDefinition<F extends Fields> {
  /** Singular; stored with every entry. */
  name: string;
  /** Name in the API: /api/<plural>. */
  plural: string;
  /** Public address of the list; entries are at <path>/<slug>. */
  path: string;
  /** Whether each entry has a page. */
  hasPage: boolean;
  /** Whether its cover is a portrait, shown small and often missing. */
  hasFace?: true;
  /** Whether the navigation lists its titles, which then appear on every page. */
  inMenu: boolean;
  /** Position in the sidebar and in other lists of kinds, lowest first. */
  sidebarPosition: number;
  label: { one: string; many: string };
  /** Label of the title field, such as "Name"; "Title" by default. */
  titleLabel?: string;
  /** Author of an entry: a record of another kind, or text. */
  byline?: Byline;
  dashboard: { list: string; add: string; edit: string };
  fields: F;
  order: KindOrder;
  /** Entries per page of the public list. */
  pageSize: number;
}

export interface Kind<F extends Fields = CommonFields> extends KindDefinition<F> {
  /** Validates a version's data strictly, normalizes it and fills in every key. */
  schema: z.ZodType<ValuesOf<F>>;
  /** Fields included in lists. */
  cardFields: Fields;
}

/** Data of one version of an entry of kind K. */
export type DataOf<K extends Kind> = ValuesOf<CommonFields> & ValuesOf<K["fields"]>;

/** Part of the data that lists include. */
export type CardDataOf<K extends Kind> = CardValuesOf<CommonFields> & CardValuesOf<K["fields"]>;

export function defineKind<F extends Fields>(definition: KindDefinition<F>): Kind<CommonFields & F> {
  const { titleLabel } = definition;
  const title = titleLabel ? line(titleLabel, titleOptions) : commonFields.title;
  const hasGallery = Object.values(definition.fields).some(({ isGallery }) => isGallery);
  const cover = hasGallery ? coverWithGallery : commonFields.cover;
  const fields: CommonFields & F = { ...commonFields, title, cover, ...definition.fields };
  const cardFields = Object.fromEntries(Object.entries<Field>(fields).filter(([, { inCard }]) => inCard));
  return { ...definition, fields, schema: recordSchema(fields), cardFields };
}

/** Reads the data of a version, stored by any release. */
export function readStoredData<K extends Kind>(kind: K, stored: string): DataOf<K> {
  // Only data validated by the kind's schema is stored.
  return storedRecord(kind.fields, JSON.parse(stored)) as DataOf<K>;
}

/** Reads the list fields of a version from its row. */
export function readStoredCard<K extends Kind>(
  kind: K,
  stored: string,
): CardDataOf<K> & { cover: string | null } {
  return storedRecord(kind.cardFields, JSON.parse(stored)) as CardDataOf<K> & { cover: string | null }; // validated by the kind's schema
}

/** Fields of a kind by name, for code that treats all kinds alike. */
export function fieldsOfKind(kind: Kind): [string, Field][] {
  return Object.entries(kind.fields);
}

/** Filter key for the author of a version: the id of the author's entry, or the prefixed text; empty without an author. */
export function bylineKeyOf({ byline }: Kind, data: DataOf<Kind>): string {
  if (!byline) return "";
  const textAt = (name: string) => String(Reflect.get(data, name) ?? "").trim();
  const words = textAt(byline.words);
  return textAt(byline.record) || (words === "" ? "" : `${bylineWords}${words}`);
}

/** Author text of a `bylineKeyOf` key; null for the id of an entry. */
export function wordsOfByline(key: string): string | null {
  return key.startsWith(bylineWords) ? key.slice(bylineWords.length) : null;
}

const bylineWords = "words:";

/** All values of a version that links, search and checks use, each with its field name. */
export function partsOfData(kind: Kind, data: DataOf<Kind>): { field: string; part: ValuePart }[] {
  return fieldsOfKind(kind).flatMap(([field, { parts }]) =>
    parts(Reflect.get(data, field)).map((part) => ({ field, part })),
  );
}

/** Rich texts of a version, with the names and labels of their fields. */
export function richTextsOf(
  kind: Kind,
  data: DataOf<Kind>,
): { field: string; label: string; doc: RichText }[] {
  return fieldsOfKind(kind).flatMap(([field, { holds, label }]) =>
    // The value of such a field is always a rich text.
    holds === "richText" ? [{ field, label, doc: Reflect.get(data, field) as RichText }] : [],
  );
}

/** Category fields of a kind, for one taxonomy or for all. */
export function categoryFieldsOf(kind: Kind, taxonomy?: string): { field: string; taxonomy: string }[] {
  return fieldsOfKind(kind).flatMap(([field, { filter }]) => {
    const found = filter(field)?.taxonomy;
    const isWanted = found !== undefined && (taxonomy === undefined || found === taxonomy);
    return isWanted ? [{ field, taxonomy: found }] : [];
  });
}

/** Form field with its column in the editor: page content, or settings at the side. */
export type EntryFormField = DescribedField & { column: "page" | "side" };

/** Form of a kind as plain data: created on the server, rendered by one screen for all kinds. */
export interface EntryFormDescription {
  kind: string;
  /** Path below /api. */
  plural: string;
  label: { one: string; many: string };
  dashboard: { list: string; add: string; edit: string };
  /** Public address of the list; entry pages are below it. */
  path: string;
  hasPage: boolean;
  fields: Record<string, EntryFormField>;
}

export function describeForm(kind: Kind): EntryFormDescription {
  const { name, plural, label, dashboard, path, hasPage } = kind;
  const described = fieldsOfForm(kind).map(([field, input]) => [
    field,
    {
      ...input,
      column: columnOf(field, kind.fields),
    },
  ]);
  return { kind: name, plural, label, dashboard, path, hasPage, fields: Object.fromEntries(described) };
}

/** Fields in form order, search engine settings last. Entries without a page have neither those nor a cover. */
function fieldsOfForm(kind: Kind): [string, DescribedField][] {
  const all = Object.entries(describeFields(kind.fields));
  const last = all.filter(([name]) => name === "seo");
  const own = all.filter(([name]) => name !== "seo");
  return kind.hasPage ? [...own, ...last] : own.filter(([name]) => name !== "cover");
}

function columnOf(name: string, fields: Fields): EntryFormField["column"] {
  if (name === "title") return "page";
  return name === "seo" ? "side" : (fields[name]?.column ?? "side");
}

/** Name of the kind's gallery field, whose first picture replaces a missing cover; null without a gallery. */
export function galleryFieldOf(kind: Kind): string | null {
  return fieldsOfKind(kind).find(([, { isGallery }]) => isGallery)?.[0] ?? null;
}

/** Id of the picture for lists: the cover, or else the first gallery picture; null without both. */
export function coverIdOf(kind: Kind, data: DataOf<Kind>): string | null {
  const gallery = galleryFieldOf(kind);
  const pictures: unknown = gallery === null ? [] : Reflect.get(data, gallery);
  const [first] = Array.isArray(pictures) ? pictures : [];
  return data.cover ?? (typeof first === "string" ? first : null);
}
