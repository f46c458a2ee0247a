/** Keys of SEO titles from Yoast, Rank Math, All in One SEO, SEOPress, The SEO Framework and Ghost. */
export const titleKeys = [
  "_yoast_wpseo_title",
  "rank_math_title",
  "_aioseo_title",
  "_seopress_titles_title",
  "_genesis_title",
  "meta_title",
];

/** Keys of SEO descriptions from the same. */
export const descriptionKeys = [
  "_yoast_wpseo_metadesc",
  "rank_math_description",
  "_aioseo_description",
  "_seopress_titles_desc",
  "_genesis_description",
  "meta_description",
];

/** Fields that the import reads, or reports with their entry. */
const used = new Set([
  ...titleKeys,
  ...descriptionKeys,
  "_thumbnail_id",
  "_wp_old_slug",
  "_wp_old_date",
  "_wp_attachment_image_alt",
  "_wp_attachment_metadata",
  "_wp_page_template",
  "_yoast_wpseo_primary_category",
  "rank_math_primary_category",
  "_yoast_wpseo_meta-robots-noindex",
  "rank_math_robots",
  "_seopress_robots_index",
  "_genesis_noindex",
  "_yoast_wpseo_canonical",
  "rank_math_canonical_url",
  "_seopress_robots_canonical",
  "_genesis_canonical_uri",
  "enclosure",
  "footnotes",
  "_wpml_import_language_code",
  "_wpml_import_translation_group",
]);

/** Internal fields of WordPress. */
const core =
  /^_(?:edit_last|edit_lock|pingme|encloseme|wp_attached_file|wp_trash_meta_\w+|wp_desired_post_slug|wp_attachment_backup_sizes|wp_attachment_context|wp_attachment_is_custom_\w+|wp_ignored_hooked_blocks|wp_suggested_privacy_policy_content|wp_user_request_\w+|wp_convert\w*|oembed_\w+|starter_content_theme|customize_\w+|menu_item_\w+)$/;

/** Columns of a Ghost post that the import reads, or reports with the post. */
const usedOfGhost = new Set([
  "id",
  "post_id",
  "uuid",
  "title",
  "slug",
  "html",
  "markdown",
  "lexical",
  "mobiledoc",
  "status",
  "type",
  "page",
  "visibility",
  "featured",
  "feature_image",
  "image",
  "custom_excerpt",
  "custom_template",
  "canonical_url",
  "published_at",
  "created_at",
  "updated_at",
  "author_id",
  "meta_title",
  "meta_description",
  "codeinjection_head",
  "codeinjection_foot",
  "email_only",
  "feature_image_alt",
  "feature_image_caption",
]);

/** Columns with default values of Ghost. */
const defaultsOfGhost = new Map([
  ["email_recipient_filter", /^(?:all|none)$/],
  ["show_title_and_feature_image", /^(?:true|1)$/],
]);

/** Columns of Ghost with values that must be reported. */
export function unusedColumns(meta: readonly (readonly [key: string, value: string])[]) {
  return meta.filter(
    ([key, value]) => !usedOfGhost.has(key) && value !== "" && !defaultsOfGhost.get(key)?.test(value),
  );
}

export type MetaUse = "used" | "core" | "plugin";

/** Returns whether the import, WordPress or a plugin uses a field. */
export function classifyMeta(key: string): MetaUse {
  if (used.has(key)) return "used";
  return core.test(key) ? "core" : "plugin";
}

/** Counts the fields of a site's items by their key. */
export interface MetaCounter {
  add(meta: readonly (readonly [key: string, value: string])[]): void;
  /** `_edit_last (3 entries)` for each key of a use. */
  list(use: MetaUse): string[];
}

export function openMetaCounter(): MetaCounter {
  const counts = new Map<string, number>();
  return {
    add(meta) {
      for (const key of new Set(meta.map(([one]) => groupedKey(one))))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    list(use) {
      const found = [...counts].filter(([key]) => classifyMeta(key) === use);
      return found.map(([key, count]) => `${key} (${count} ${count === 1 ? "entry" : "entries"})`);
    },
  };
}

/** Removes checksums from a key, which would make one group for each value. */
function groupedKey(key: string): string {
  return key.replace(/[\da-f]{32}/g, "…").replace(/^_oembed_(?:time_)?….*$/, "_oembed_cache");
}
