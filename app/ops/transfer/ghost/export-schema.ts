import { z } from "zod";

/** Old versions and converters write numbers for ids and dates. */
const id = z.union([z.string().min(1), z.number()]).transform(String);
const text = z.union([z.string(), z.number().transform(String)]).nullish();
const flag = z.union([z.boolean(), z.number()]).nullish();

/** An export of Ghost. It retains unread columns and tables for the report. */
export const exportSchema = z.object({
  data: z.looseObject({
    posts: z.array(
      z.looseObject({
        /** Empty if missing. */
        id: z.union([id, z.null().transform(() => "")]).default(""),
        uuid: text,
        title: text,
        slug: text,
        html: text,
        /** The source of the HTML in Ghost 0.x. */
        markdown: text,
        lexical: text,
        mobiledoc: text,
        status: text,
        type: text,
        page: flag,
        visibility: text,
        featured: flag,
        feature_image: text,
        /** The same in Ghost 0.x. */
        image: text,
        custom_excerpt: text,
        custom_template: text,
        canonical_url: text,
        published_at: text,
        created_at: text,
        updated_at: text,
        author_id: text,
        meta_title: text,
        meta_description: text,
        codeinjection_head: text,
        codeinjection_foot: text,
      }),
    ),
    posts_meta: z
      .array(
        z.looseObject({
          post_id: id,
          email_only: flag,
          meta_title: text,
          meta_description: text,
          feature_image_alt: text,
          feature_image_caption: text,
          og_title: text,
          og_description: text,
          og_image: text,
          twitter_title: text,
          twitter_description: text,
          twitter_image: text,
        }),
      )
      .default([]),
    tags: z
      .array(
        z.looseObject({
          id,
          name: text,
          slug: text,
          description: text,
          visibility: text,
          feature_image: text,
          meta_title: text,
          meta_description: text,
          codeinjection_head: text,
          codeinjection_foot: text,
        }),
      )
      .default([]),
    posts_tags: z.array(z.object({ post_id: id, tag_id: id, sort_order: z.number().nullish() })).default([]),
    users: z
      .array(
        z.looseObject({
          id,
          name: text,
          slug: text,
          bio: text,
          profile_image: text,
          cover_image: text,
          website: text,
        }),
      )
      .default([]),
    posts_authors: z
      .array(z.object({ post_id: id, author_id: id, sort_order: z.number().nullish() }))
      .default([]),
    settings: z.array(z.object({ key: z.string().nullable(), value: z.unknown() })).default([]),
    members: z.array(z.unknown()).default([]),
    newsletters: z.array(z.unknown()).default([]),
  }),
});

export type GhostData = z.infer<typeof exportSchema>["data"];

/** A text setting; empty if missing. */
export function ghostSetting({ settings }: GhostData, wanted: string): string {
  const value = settings.find(({ key }) => key === wanted)?.value;
  return typeof value === "string" ? value : "";
}

/** Names that begin with # are internal tags. */
export function isPublicTag({ visibility, name }: GhostData["tags"][number]): boolean {
  return visibility !== "internal" && !name?.startsWith("#");
}

/** Rows sorted by `sort_order`. */
export function inSortOrder<Row extends { sort_order?: number | null | undefined }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
}
