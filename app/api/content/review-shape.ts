import { z } from "zod";
import type { Kind } from "#app/content/kind.ts";
import { fieldsOfKind } from "#app/content/kind.ts";
import { previewDays } from "#app/content/versions/preview-links.ts";
import { namedSchema } from "../server/named-schemas.ts";

const number = z.int().meta({ description: "Counts up with every version kept" });

const versionShape = {
  number,
  at: z.iso.datetime(),
  by: z.string().meta({ description: "Name of who made it" }),
  note: z.string(),
  isAutosave: z.boolean(),
  isLive: z.boolean().meta({ description: "Whether the public sees this one" }),
};

export const versionListSchema = namedSchema(
  "VersionList",
  z.array(namedSchema("Version", z.strictObject(versionShape))),
);

export const versionQuery = z.strictObject({
  before: z.coerce.number().int().min(1).optional().meta({ description: "Only older ones than this number" }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export type VersionQuery = z.infer<typeof versionQuery>;

/** A version with all it holds, as it is stored: what points elsewhere does so by ids. */
export function wholeVersionSchema(kind: Kind) {
  const data = Object.fromEntries(
    fieldsOfKind(kind).map(([name, { label }]) => [name, z.unknown().meta({ title: label })]),
  );
  return namedSchema(
    `Version of ${kind.label.one}`.replaceAll(" ", ""),
    z.strictObject({ ...versionShape, data: z.strictObject(data) }),
  );
}

export const restoredSchema = namedSchema("Restored", z.strictObject({ version: number }));

export const findingListSchema = namedSchema(
  "FindingList",
  z.array(
    namedSchema(
      "Finding",
      z.strictObject({
        level: z.enum(["error", "advice"]).meta({ description: "Over an error only with a reason" }),
        field: z.string(),
        message: z.string(),
      }),
    ),
  ),
);

const previewLinkShape = {
  _id: z.uuid(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
};

export const previewLinkListSchema = namedSchema(
  "PreviewLinkList",
  z.array(namedSchema("PreviewLink", z.strictObject(previewLinkShape))),
);

export const madePreviewLinkSchema = namedSchema(
  "MadePreviewLink",
  z.strictObject({
    ...previewLinkShape,
    url: z.url().meta({ description: "Told once: whoever has it sees the newest version until it ends" }),
  }),
);

export const previewLinkBody = z.strictObject({
  days: z.literal(previewDays).optional().meta({ description: "How long it is good for; 7 unless told" }),
});
