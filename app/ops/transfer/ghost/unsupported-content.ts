import { countNoun } from "#app/lib/text/counts.ts";
import { textLineOf } from "../wordpress/html-text.ts";
import type { LeftBehind } from "../wordpress/read-wxr.ts";
import { exportSchema, type GhostData, ghostSetting, inSortOrder } from "./export-schema.ts";

/** Reports unsupported content of a Ghost site: one line for each type, with the number and some names. */
export function leftOfSite(data: GhostData): LeftBehind[] {
  return [
    ...counted(
      "member",
      data.members.length,
      "Their consent can't be proven here; ask them to subscribe again, or import them as a list with proof of consent",
    ),
    ...counted("newsletter", data.newsletters.length, "There is one list of subscribers here"),
    ...authorsLeft(data),
    ...tagsLeft(data),
    ...postsLeft(data),
    ...usersLeft(data),
    ...settingsLeft(data),
    ...columnsLeft(data),
    ...tablesLeft(data),
  ];
}

const { shape } = exportSchema.shape.data;
const columnsRead = {
  posts: shape.posts.element.shape,
  posts_meta: shape.posts_meta.unwrap().element.shape,
  tags: shape.tags.unwrap().element.shape,
  users: shape.users.unwrap().element.shape,
};

/** Default values of columns of Ghost. */
const defaults: [column: RegExp, values: unknown[]][] = [
  [/^email_recipient_filter$/, ["all", "none"]],
  [/^(?:show_title_and_feature_image|\w+_notifications?)$/, [true, 1]],
  [/^visibility$/, ["public"]],
  [/^status$/, ["active"]],
];

/** Internal columns of Ghost, and copies of other columns. */
const bookkeeping =
  /^(?:uuid|comment_id|plaintext|(?:created|updated|published)_(?:at|by)|password|last_(?:login|seen)|tour|accessibility|ghost_auth_\w+)$/;

/** One line for each unread column with values, with the number of rows. */
function columnsLeft(data: GhostData): LeftBehind[] {
  return Object.entries(columnsRead).flatMap(([table, read]) => {
    const counts = new Map<string, number>();
    for (const row of data[table as keyof typeof columnsRead])
      for (const [column, value] of Object.entries(row))
        if (!(column in read) && column !== "id" && !isDefault(column, value))
          counts.set(column, (counts.get(column) ?? 0) + 1);
    return [...counts].map(([column, count]) => ({
      what: `column ${column} of ${table} (${countNoun(count, "row")})`,
      why: bookkeeping.test(column) ? "Internal data of Ghost" : "There is no such field here",
    }));
  });
}

function isDefault(column: string, value: unknown): boolean {
  if (value === null || value === "" || value === false || value === 0) return true;
  if (Array.isArray(value) && value.length === 0) return true;
  return defaults.some(([name, values]) => name.test(column) && values.includes(value));
}

/** One line with all unread tables that have rows. */
function tablesLeft(data: GhostData): LeftBehind[] {
  const found = Object.entries(data).flatMap(([table, rows]) =>
    !(table in shape) && Array.isArray(rows) && rows.length > 0 ? [`${table} (${rows.length})`] : [],
  );
  return found.length === 0
    ? []
    : [{ what: `rows of other tables: ${found.join(", ")}`, why: "There is no such content here" }];
}

function counted(what: string, count: number, why: string): LeftBehind[] {
  return count === 0 ? [] : [{ what: `${count} ${what}${count === 1 ? "" : "s"}`, why }];
}

/** Further authors by name, and references to accounts missing from the export. */
function authorsLeft(data: GhostData): LeftBehind[] {
  const users = new Map(data.users.map((user) => [user.id, user.name || user.slug || user.id]));
  const titles = titlesOf(data);
  const further = new Map<string, string[]>();
  const missing: string[] = [];
  for (const [id, rows] of Map.groupBy(inSortOrder(data.posts_authors), ({ post_id }) => post_id)) {
    const title = titles.get(id);
    if (title === undefined) continue;
    const names = rows.flatMap(({ author_id }) => users.get(author_id) ?? []);
    if (names.length < rows.length) missing.push(title);
    for (const name of names.slice(1)) further.set(name, [...(further.get(name) ?? []), title]);
  }
  return [
    ...[...further].flatMap(([name, posts]) =>
      grouped(`“${name}” as a further author`, posts, "A post has one author here, the first"),
    ),
    ...grouped("author who is not in the export", missing, "It has no author here"),
  ];
}

/** References to missing or unnamed tags, and fields of tags other than name and description. */
function tagsLeft(data: GhostData): LeftBehind[] {
  const named = new Set(data.tags.filter(({ name }) => name).map(({ id }) => id));
  const titles = titlesOf(data);
  const missing = data.posts_tags
    .filter(({ tag_id }) => !named.has(tag_id))
    .flatMap(({ post_id }) => titles.get(post_id) ?? []);
  const tagsWith = (has: (tag: GhostData["tags"][number]) => unknown) =>
    data.tags.filter(has).map(({ name, slug }) => name || slug || "");
  return [
    ...grouped("tag that is not in the export", [...new Set(missing)], "The export has no details of it"),
    ...grouped(
      "picture of a tag",
      tagsWith((tag) => tag.feature_image),
      "A category has none here",
      "tag",
    ),
    ...grouped(
      "title and description of a tag for search engines",
      tagsWith((tag) => tag.meta_title || tag.meta_description),
      "A category has none here",
      "tag",
    ),
    ...grouped(
      "injected code of a tag",
      tagsWith((tag) => tag.codeinjection_head || tag.codeinjection_foot),
      "Pages here run no scripts from content",
      "tag",
    ),
  ];
}

function postsLeft(data: GhostData): LeftBehind[] {
  const titles = titlesOf(data);
  const withMeta = (has: (meta: GhostData["posts_meta"][number]) => unknown, detail = "") =>
    data.posts_meta.flatMap((meta) => {
      const title = titles.get(meta.post_id);
      const value = has(meta);
      if (title === undefined || !value) return [];
      return [detail === "" ? title : `${title}: ${textLineOf(String(value)).slice(0, 200)}`];
    });
  const pictures = new Map(data.posts.map(({ id, feature_image }) => [id, feature_image]));
  const alts = new Map<string, string>();
  const otherAlts = data.posts_meta.flatMap(({ post_id, feature_image_alt: alt }) => {
    const picture = pictures.get(post_id);
    if (!picture || !alt) return [];
    const first = alts.get(picture) ?? alt;
    alts.set(picture, first);
    return first === alt ? [] : [`${titles.get(post_id) ?? ""}: ${alt.slice(0, 200)}`];
  });
  const sharing = "Shared links show title, summary and cover";
  return [
    ...grouped(
      "title and description for Facebook (og_title, og_description)",
      withMeta((meta) => meta.og_title || meta.og_description),
      sharing,
    ),
    ...grouped(
      "title and description for X (twitter_title, twitter_description)",
      withMeta((meta) => meta.twitter_title || meta.twitter_description),
      sharing,
    ),
    ...grouped(
      "picture for sharing (og_image, twitter_image)",
      withMeta((meta) => meta.og_image || meta.twitter_image),
      sharing,
    ),
    ...grouped(
      "address of the original (canonical_url)",
      data.posts.flatMap((post) =>
        post.canonical_url
          ? [`${titles.get(post.id)}: ${post.canonical_url.replace("__GHOST_URL__", "").slice(0, 200)}`]
          : [],
      ),
      "Search engines get the address of this site",
    ),
    ...grouped(
      "caption of the feature image",
      withMeta(({ feature_image_caption }) => feature_image_caption, "with its words"),
      "A cover has no caption here",
    ),
    ...grouped(
      "alternative text of a feature image that other posts show as well",
      otherAlts,
      "A picture has one, the first",
    ),
    ...grouped(
      "template",
      data.posts.flatMap((post) => (post.custom_template ? [titles.get(post.id) ?? ""] : [])),
      "All posts have the same layout here",
    ),
  ];
}

function usersLeft({ users }: GhostData): LeftBehind[] {
  const namesOf = (has: (user: GhostData["users"][number]) => unknown) =>
    users.filter(has).map(({ name, slug }) => name || slug || "");
  const why = "Write it into the author’s record";
  return [
    ...grouped(
      "bio",
      namesOf(({ bio }) => bio),
      why,
      "author",
    ),
    ...grouped(
      "portrait",
      namesOf(({ profile_image }) => profile_image),
      "Add it to the author’s record",
      "author",
    ),
    ...grouped(
      "cover picture",
      namesOf(({ cover_image }) => cover_image),
      "An author has none here",
      "author",
    ),
    ...grouped(
      "website",
      namesOf(({ website }) => website),
      why,
      "author",
    ),
  ];
}

const menus = new Map([
  ["navigation", "navigation"],
  ["secondary_navigation", "secondary navigation"],
]);

function settingsLeft(data: GhostData): LeftBehind[] {
  const isSet = (key: string) => ghostSetting(data, key).trim() !== "";
  const navigation = [...menus].flatMap(([key, name]): LeftBehind[] => {
    const labels = labelsOf(ghostSetting(data, key));
    if (labels.length === 0) return [];
    return [
      {
        what: `${name} with ${labels.length} ${labels.length === 1 ? "entry" : "entries"}: ${labels.join(", ")}`,
        why: "The navigation is built from published content",
      },
    ];
  });
  const injected = injectedCode.some(isSet);
  return [
    ...navigation,
    ...(injected
      ? [{ what: "injected code of the whole site", why: "Pages here run no scripts from content" }]
      : []),
    ...otherSettings(data),
  ];
}

const injectedCode = ["codeinjection_head", "codeinjection_foot", "ghost_head", "ghost_foot"];

/** Settings that the import reads or reports elsewhere. */
const settingsRead = new Set([
  "title",
  "description",
  "timezone",
  "active_timezone",
  "activeTimezone",
  ...injectedCode,
]);

/** Internal settings of Ghost. */
const machineSettings =
  /^(?:\w+_hash|database_?version|current_?version|next_?update_?check|display_?update_?notification|(?:version_|seen)?notifications|site_uuid|labs|(?:active|installed)_?apps|force_?i18n|\w+_session_secret|(?:ghost|members)_(?:public|private)_key|members_email_auth_secret|last_\w+_timestamp)$/i;

/** Settings whose values are never shown. */
const secretSettings = /secret|password|token|_key$/i;

/** A line for each other setting with a value. */
function otherSettings({ settings }: GhostData): LeftBehind[] {
  return settings.flatMap(({ key, value }): LeftBehind[] => {
    const text = (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).trim();
    if (key === null) return [];
    const isRead = settingsRead.has(key) && typeof value === "string";
    const isMenu = menus.has(key) && typeof value === "string" && labelsOf(value).length > 0;
    if (isRead || isMenu || /^(?:|null|false|\[\]|\{\})$/.test(text) || machineSettings.test(key)) return [];
    const shown = secretSettings.test(key) ? "" : `: ${text.replaceAll("__GHOST_URL__", "")}`;
    return [{ what: `setting ${key}${shown}`, why: "Enter it in the settings where they have such a field" }];
  });
}

/** Labels of a menu, which Ghost stores as a JSON list of labels and addresses. */
function labelsOf(written: string): string[] {
  try {
    const entries: unknown = JSON.parse(written);
    if (!Array.isArray(entries)) return [];
    return entries.map((entry) =>
      typeof entry?.label === "string" && entry.label !== "" ? entry.label : String(entry?.url ?? ""),
    );
  } catch {
    return [];
  }
}

const examples = 5;

/** One line for all items of a type: their number and the first names. */
function grouped(what: string, names: string[], why: string, of = "post"): LeftBehind[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, examples).map((name) => `“${name}”`);
  const rest = names.length - shown.length;
  const list = rest > 0 ? `${shown.join(", ")} and ${rest} more` : shown.join(", ");
  return [{ what: `${what}, of ${names.length} ${of}${names.length === 1 ? "" : "s"}: ${list}`, why }];
}

function titlesOf({ posts }: GhostData): Map<string, string> {
  return new Map(posts.map(({ id, title, slug }) => [id, title || slug || id]));
}
