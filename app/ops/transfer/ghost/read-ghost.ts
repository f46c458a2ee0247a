import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { localTime } from "#app/lib/text/moments.ts";
import { NotImportable } from "../bundle/problems.ts";
import { sourceOfPost } from "../ledger/source-item.ts";
import { emptyItem, emptySite, type LeftBehind, type WxrItem, type WxrSite } from "../wordpress/read-wxr.ts";
import { expandCards } from "./cards.ts";
import { exportSchema, type GhostData, ghostSetting, inSortOrder, isPublicTag } from "./export-schema.ts";
import { leftOfSite } from "./unsupported-content.ts";
import { withWholePosts } from "./whole-posts.ts";

/** Placeholder of Ghost for the address of the site, which exports do not contain. */
const placeholder = "__GHOST_URL__";
/** Replaces the placeholder; this host can never exist (RFC 6761). */
const base = "https://ghost.invalid";

/** Maximum bytes of a file; the limit of a string in Node is less than twice this. */
const maxBytes = 250_000_000;

type GhostPost = GhostData["posts"][number];

/** Whether the beginning of a JSON file matches an export of Ghost; plain values may come first. */
export function isGhostExport(start: string): boolean {
  return /^\ufeff?\s*\{(?:\s*"\w+"\s*:\s*(?:"[^"]*"|[\w.-]+)\s*,)*\s*"(?:db|meta|data)"\s*:/.test(start);
}

/** Reads an export of Ghost into the structure for WordPress exports. Throws NotImportable for other files. */
export function readGhost(path: string): WxrSite {
  const file = basename(path);
  if (statSync(path).size > maxBytes)
    throw refuse(file, "", `This file is too large: ${maxBytes / 1_000_000} MB at most`);
  const { data, left } = withWholePosts(parseExport(readFileSync(path, "utf8"), file).data);
  const settingOf = (wanted: string) => ghostSetting(data, wanted);
  const authors = new Map(data.users.map((user) => [user.slug ?? user.id, user.name ?? ""]));
  return {
    ...emptySite("Ghost"),
    title: asHtml(settingOf("title")),
    description: asHtml(settingOf("description")),
    urls: [base],
    installation: encodeURIComponent(settingOf("db_hash") || settingOf("dbHash")),
    authors: new Map([...authors].map(([slug, name]) => [slug, asHtml(name)])),
    categories: data.tags.filter(isPublicTag).map(({ id, name, slug, description }) => ({
      id,
      slug: slug ?? "",
      name: asHtml(name),
      parent: "",
      description: asHtml(description),
    })),
    items: itemsOf(data),
    left: [...leftOfSite(data), ...left],
  };
}

function parseExport(json: string, file: string): z.infer<typeof exportSchema> {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ""), storable);
  } catch {
    throw refuse(file, "", "This is not valid JSON");
  }
  // Older versions wrap the data in a list.
  const whole = z.object({ db: z.array(z.unknown()).min(1) }).safeParse(value);
  const result = exportSchema.safeParse(whole.success ? whole.data.db[0] : value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw refuse(
    file,
    issue?.path.map(String).join(".") ?? "",
    "This is not a Ghost export; create one in the settings of Ghost under Import/Export",
  );
}

/** Removes lone surrogates and null characters, which databases reject. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed().replaceAll("\0", "") : value;
}

function refuse(file: string, field: string, message: string): NotImportable {
  return new NotImportable([{ file, line: null, field, message }]);
}

function itemsOf(data: GhostData): WxrItem[] {
  const metaOf = new Map(data.posts_meta.map((meta) => [meta.post_id, meta]));
  const tags = new Map(data.tags.map((tag) => [tag.id, tag]));
  const users = new Map(data.users.map((user) => [user.id, user.slug ?? user.id]));
  const tagsOf = Map.groupBy(inSortOrder(data.posts_tags), ({ post_id }) => post_id);
  const authorsOf = Map.groupBy(inSortOrder(data.posts_authors), ({ post_id }) => post_id);
  const zone = zoneOf(data);
  return data.posts.flatMap((post): WxrItem[] => {
    const about = metaOf.get(post.id);
    // Skips references to deleted accounts. Ghost 1 names the author in the post.
    const author = [...(authorsOf.get(post.id) ?? []), { author_id: post.author_id ?? "" }].find(
      ({ author_id }) => users.has(author_id),
    );
    const body = expandCards(withBase(post.html ?? ""), base);
    const meta = new Map<string, string>();
    const note = (key: string, value: string | null | undefined) => value && meta.set(key, asHtml(value));
    // Ghost 1 and 2 have them in the post.
    note("_yoast_wpseo_title", about?.meta_title || post.meta_title);
    note("_yoast_wpseo_metadesc", about?.meta_description || post.meta_description);
    const address = post.feature_image || post.image;
    const cover = address ? coverOf(post, address, about) : null;
    if (cover) meta.set("_thumbnail_id", cover.id);
    const item: WxrItem = {
      ...emptyItem,
      id: post.id,
      type: post.type === "page" || (post.type == null && Boolean(post.page)) ? "page" : "post",
      status: about?.email_only ? "sent" : statusOf(post),
      title: asHtml(post.title),
      link: post.slug ? `${base}/${encodeURIComponent(post.slug)}/` : "",
      otherLinks: [
        ...(post.slug ? [`/${post.slug}/amp`] : []),
        ...(post.uuid ? [`/p/${encodeURIComponent(post.uuid)}`] : []),
      ],
      slug: post.slug ?? "",
      guid: post.id,
      author: author ? (users.get(author.author_id) ?? "") : "",
      date: asLocalDate(asDate(post.published_at), zone),
      dateGmt: asDate(post.published_at),
      modifiedGmt: asDate(post.updated_at),
      createdGmt: asDate(post.created_at),
      content: body.html,
      left: [...leftOfPost(post), ...body.left],
      excerpt: asHtml(post.custom_excerpt),
      isSticky: Boolean(post.featured),
      terms: (tagsOf.get(post.id) ?? []).flatMap(({ tag_id }) => {
        const tag = tags.get(tag_id);
        if (!tag?.name) return [];
        const domain = isPublicTag(tag) ? "category" : "internal tag";
        return [{ domain, slug: tag.slug ?? "", name: asHtml(tag.name) }];
      }),
      meta,
      source: sourceOfPost(
        post,
        about ?? {},
        (tagsOf.get(post.id) ?? []).flatMap(({ tag_id }) => {
          const tag = tags.get(tag_id);
          return tag?.name ? [isPublicTag(tag) ? tag.name : `#${tag.name}`] : [];
        }),
      ),
    };
    return cover ? [item, cover] : [item];
  });
}

function coverOf(
  post: GhostPost,
  address: string,
  about: GhostData["posts_meta"][number] | undefined,
): WxrItem {
  return {
    ...emptyItem,
    id: `picture of ${post.id}`,
    type: "attachment",
    status: "inherit",
    title: asHtml(post.title),
    parent: post.id,
    excerpt: about?.feature_image_caption ?? "",
    meta: new Map([["_wp_attachment_image_alt", asHtml(about?.feature_image_alt)]]),
    // Older versions write only the path.
    attachmentUrl: URL.parse(withBase(address), base)?.href ?? withBase(address),
  };
}

/** State of a post. Posts for members or sent only by mail must not become public. */
function statusOf({ status, visibility }: GhostPost): string {
  const isOpen = visibility == null || visibility === "public";
  if (!isOpen && (status === "published" || status === "scheduled")) return "members";
  return { published: "publish", scheduled: "future", draft: "draft" }[status ?? ""] ?? status ?? "draft";
}

function leftOfPost({
  html,
  lexical,
  mobiledoc,
  codeinjection_head,
  codeinjection_foot,
}: GhostPost): LeftBehind[] {
  const left: LeftBehind[] = [];
  if (!html && (lexical || mobiledoc))
    left.push({
      what: "text",
      why: "Ghost stored no HTML for it, and its editor’s format can’t be imported; publish it in Ghost and export again",
    });
  if (codeinjection_head || codeinjection_foot)
    left.push({ what: "injected code", why: "Pages here run no scripts from content" });
  return left;
}

function withBase(html: string): string {
  return html.replaceAll(placeholder, base);
}

/** A date in the format of WordPress, in UTC; empty for null. Numbers are milliseconds. */
function asDate(moment: string | null | undefined): string {
  const read = moment
    ? new Date(
        /^\d+$/.test(moment)
          ? Number(moment)
          : /[zZ]|[+-]\d\d:?\d\d$/.test(moment)
            ? moment
            : `${moment.replace(" ", "T")}Z`,
      )
    : null;
  return read && !Number.isNaN(read.getTime()) ? read.toISOString().slice(0, 19).replace("T", " ") : "";
}

/** The date in a time zone. */
function asLocalDate(utc: string, zone: string): string {
  return utc === "" ? "" : `${localTime(`${utc.replace(" ", "T")}Z`, zone).replace("T", " ")}:00`;
}

/** The time zone in which the site showed dates; older versions have another name for the setting. */
function zoneOf(data: GhostData): string {
  const zone = ghostSetting(data, "timezone") || ghostSetting(data, "active_timezone");
  try {
    return new Intl.DateTimeFormat("en", {
      timeZone: zone || ghostSetting(data, "activeTimezone") || "UTC",
    }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** Plain text as HTML, as in a WordPress export. */
function asHtml(words: string | null | undefined): string {
  return (words ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
