import { z } from "zod";
import type { Category } from "#app/domain/content/categories/categories.ts";
import type { Card, StaffEntry } from "#app/domain/content/entry.ts";
import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { states } from "#app/domain/content/staff-list/staff-filter.ts";
import { entryPath } from "#app/domain/content/urls/slug.ts";
import { type Picture, pictureAddress, widthsOf } from "#app/domain/files/pictures/picture.ts";
import type { ApiShapes, Field } from "#app/lib/fields/field.ts";
import { namedSchema } from "../server/route.ts";

/** Public API schemas; no other file defines their field names. */
export const pictureSchema = namedSchema(
  "Picture",
  z.strictObject({
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    focal: z.tuple([z.number(), z.number()]).meta({ description: "Focal point, from 0 to 1" }),
    placeholder: z.string().meta({ description: "Small blurred version as a data URL" }),
    sizes: z.array(z.strictObject({ width: z.int(), avif: z.url(), webp: z.url() })),
  }),
);

const referenceSchema = namedSchema(
  "Reference",
  z.strictObject({ _id: z.uuid(), title: z.string(), path: z.string(), url: z.url() }),
);

export const categoryReferenceSchema = namedSchema(
  "CategoryReference",
  z.strictObject({ _id: z.uuid(), title: z.string(), slug: z.string() }),
);

export const categorySchema = namedSchema(
  "Category",
  z.strictObject({ ...categoryReferenceSchema.shape, summary: z.string(), count: z.int() }),
);

/** Reference number of an accepted form. */
export const acceptedSchema = namedSchema("Accepted", z.strictObject({ reference: z.string() }));

/** First fields of every entry. */
export const headShape = {
  _id: z.uuid(),
  title: z.string(),
  slug: z.string().meta({ description: "Last part of the address, not percent-encoded" }),
  path: z.string().meta({ description: "Path of its page, or of the list for kinds without pages" }),
  url: z.url(),
  summary: z.string(),
  cover: pictureSchema.nullable(),
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
};

type Head = Pick<Card, "id" | "title" | "slug" | "publishedAt" | "updatedAt"> & { data: { summary: string } };

export function presentApiHead(
  kind: Kind,
  entry: Head,
  cover: z.infer<typeof pictureSchema> | null,
  site: URL,
) {
  const { id: _id, title, slug, publishedAt, updatedAt } = entry;
  const { summary } = entry.data;
  const head = { _id, title, slug, ...presentPath(kind, slug, site), summary };
  return { ...head, cover, publishedAt, updatedAt };
}

const { _id, title, slug, path, url, publishedAt, updatedAt } = headShape;
const moment = z.iso.datetime().nullable();

/** State of an entry of any kind, as staff see it. */
export const stateShape = {
  _id,
  title,
  slug,
  path,
  url,
  state: z.enum(states),
  version: z.int().meta({ description: "Number of the newest version, for If-Match" }),
  liveVersion: z.int().nullable().meta({ description: "Number of the public version" }),
  publishAt: moment,
  unpublishAt: moment,
  publishedAt,
  updatedAt,
  deletedAt: moment.meta({ description: "Time of the move to the trash" }),
};

export function presentState(entry: StaffEntry, site: URL) {
  return {
    _id: entry.id,
    title: entry.title,
    slug: entry.slug,
    path: entry.path,
    url: new URL(entry.path, site).href,
    state: entry.state,
    version: entry.version,
    liveVersion: entry.liveVersion,
    publishAt: entry.publishAt,
    unpublishAt: entry.unpublishAt,
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt,
    deletedAt: entry.deletedAt,
  };
}

export function presentPicture(picture: Picture, site: URL): z.infer<typeof pictureSchema> {
  const { alt, width, height, focal, placeholder } = picture;
  const address = (size: number, format: "avif" | "webp") =>
    new URL(pictureAddress(picture, size, format), site).href;
  const sizes = widthsOf(width).map((size) => ({
    width: size,
    avif: address(size, "avif"),
    webp: address(size, "webp"),
  }));
  return { alt, width, height, focal, placeholder, sizes };
}

export function presentReference(kind: Kind, { id, title, slug }: Card, site: URL) {
  return { _id: id, title, ...presentPath(kind, slug, site) };
}

export function presentCategoryReference({ id, name, slug }: Category) {
  return { _id: id, title: name, slug };
}

export function presentCategory(category: Category, count: number): z.infer<typeof categorySchema> {
  return { ...presentCategoryReference(category), summary: category.summary, count };
}

function presentPath(kind: Kind, slug: string, site: URL) {
  const path = entryPath(kind, slug);
  return { path, url: new URL(path, site).href };
}

/** Fields of a kind after the common ones: those in lists, or all. */
export function cardFields(kind: Kind): [string, Field][] {
  return entryFields(kind).filter(([, field]) => field.inCard);
}

export function entryFields(kind: Kind): [string, Field][] {
  return fieldsOfKind(kind).filter(([name]) => !inHead.has(name));
}

/** Whether the kind has text long enough for a reading time. */
export function isRead(kind: Kind): boolean {
  return fieldsOfKind(kind).some(([, { holds }]) => holds === "richText");
}

export function cardListSchema(kind: Kind): z.ZodType {
  const name = capital(kind.name);
  return namedSchema(`${name}List`, z.array(namedSchema(`${name}Card`, shapeOf(kind, cardFields(kind)))));
}

export function entrySchema(kind: Kind): z.ZodType {
  return namedSchema(capital(kind.name), shapeOf(kind, entryFields(kind)));
}

const inHead = new Set(["title", "summary", "cover"]);

function shapeOf(kind: Kind, fields: [string, Field][]): z.ZodType {
  const values = fields.map(([name, field]) => [name, withTitle(field.answerSchema(apiShapes), field.label)]);
  const minutes = z.int().meta({ description: "Reading time" });
  return z.strictObject({
    ...headShape,
    ...(isRead(kind) ? { minutes } : {}),
    ...Object.fromEntries(values),
  });
}

/** Named schemas are referenced unchanged, because a description would create a new one. */
function withTitle(schema: z.ZodType, label: string): z.ZodType {
  return schema instanceof z.ZodString ? schema.meta({ ...schema.meta(), title: label }) : schema;
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

const richText = namedSchema(
  "RichText",
  z.strictObject({
    json: z
      .looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) })
      .meta({ description: "A Tiptap document" }),
    html: z.string().meta({ description: "The same text as sanitized HTML with absolute URLs" }),
  }),
);

const document = namedSchema(
  "Document",
  z.looseObject({ type: z.literal("doc"), content: z.array(z.unknown()) }).meta({
    description:
      "A Tiptap document of headings, paragraphs, lists, quotes, code, tables, pictures and videos",
  }),
);

const markdown = namedSchema(
  "Markdown",
  z.strictObject({
    markdown: z.string().meta({ description: "Refer to a picture by its id: ![Alt text](id)" }),
  }),
);

/** Output format of references and texts. */
export const apiShapes: ApiShapes = {
  picture: pictureSchema,
  entry: referenceSchema,
  category: categoryReferenceSchema,
  richText,
  document,
  markdown,
};
