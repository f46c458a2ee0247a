import { z } from "zod";
import type { Category } from "#app/content/categories/categories.ts";
import type { Card } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { entryPath } from "#app/content/urls/slug.ts";
import { type Picture, pictureAddress, widthsOf } from "#app/files/pictures/picture.ts";
import { namedSchema } from "../server/route.ts";

/** What leaves by the API, and under which names: no other file knows them. */
export const pictureSchema = namedSchema(
  "Picture",
  z.strictObject({
    alt: z.string(),
    width: z.int(),
    height: z.int(),
    focal: z.tuple([z.number(), z.number()]).meta({ description: "Where the subject is, from 0 to 1" }),
    placeholder: z.string().meta({ description: "A tiny blurred version as a data address" }),
    sizes: z.array(z.strictObject({ width: z.int(), avif: z.url(), webp: z.url() })),
  }),
);

export const referenceSchema = namedSchema(
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

/** The number to quote. */
export const acceptedSchema = namedSchema("Accepted", z.strictObject({ reference: z.string() }));

/** What every entry begins with. */
export const headShape = {
  _id: z.uuid(),
  title: z.string(),
  slug: z.string().meta({ description: "Its address part, not yet percent-encoded" }),
  path: z.string().meta({ description: "Path of its page, or of the list where it has no page" }),
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
