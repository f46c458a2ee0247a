import { z } from "zod";
import { lastingAddress } from "#app/domain/files/library/file-address.ts";
import type { LibraryFile } from "#app/domain/files/library/library.ts";
import type { FileUse } from "#app/domain/files/library/where-used.ts";
import { pictureSchema, presentPicture } from "../content/presenter.ts";
import { namedSchema } from "../server/route.ts";

const { sizes, focal, placeholder } = pictureSchema.shape;

const fileShape = {
  _id: z.uuid(),
  kind: z.enum(["picture", "pdf"]),
  name: z.string(),
  alt: z.string(),
  focal,
  tags: z.array(z.string()),
  width: z.int().meta({ description: "In pixels; 0 for documents" }),
  height: z.int(),
  pages: z.int().nullable().meta({ description: "Number of pages of a document, if known" }),
  bytes: z.int().meta({ description: "Total of all stored sizes and formats" }),
  url: z.url().meta({ description: "Permanent address; redirects to the current revision" }),
  sizes,
  placeholder,
  revision: z.int().meta({ description: "Increases with every replacement" }),
  version: z.int().meta({ description: "Increases with every change; send it with a change" }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
};

export const fileSchema = namedSchema("File", z.strictObject(fileShape));

const useSchema = namedSchema(
  "FileUse",
  z.strictObject({
    where: z.enum(["entry", "settings"]),
    field: z.string(),
    _id: z.uuid().optional(),
    kind: z.string().optional(),
    title: z.string().optional(),
    state: z.string().optional(),
    isLive: z
      .boolean()
      .optional()
      .meta({ description: "Whether the public version uses it, not only a draft" }),
    isInTrash: z.boolean().optional(),
  }),
);

export const usedFileSchema = namedSchema(
  "UsedFile",
  z.strictObject({ ...fileShape, uses: z.array(useSchema) }),
);

export const filePageSchema = namedSchema(
  "FilePage",
  z.strictObject({
    files: z.array(fileSchema),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
  }),
);

export const uploadsSchema = namedSchema(
  "Uploads",
  z.strictObject({
    files: z
      .array(
        z.strictObject({
          name: z.string(),
          file: fileSchema.nullable(),
          refused: z.string().nullable(),
          isKnown: z.boolean().meta({ description: "Whether the library already had it" }),
        }),
      )
      .meta({ description: "In the order of the request: the stored file, or the reason of its rejection" }),
  }),
);

export const bulkSchema = namedSchema(
  "FilesChanged",
  z.strictObject({
    done: z.array(z.string()),
    refused: z.array(z.strictObject({ _id: z.string(), message: z.string() })),
  }),
);

export const tagListSchema = namedSchema(
  "FileTags",
  z.array(z.strictObject({ tag: z.string(), count: z.int() })),
);

export function presentApiFile(file: LibraryFile, site: URL): z.infer<typeof fileSchema> {
  const { id, kind, createdBy: _by, replacedAt: _at, ...rest } = file;
  const { sizes } = presentPicture(file, site);
  const url = new URL(lastingAddress(file), site).href;
  return { _id: id, kind, ...rest, url, sizes: kind === "picture" ? sizes : [] };
}

export function presentUse(use: FileUse): z.infer<typeof useSchema> {
  if (use.where === "settings") return use;
  const { id, ...rest } = use;
  return { _id: id, ...rest };
}
