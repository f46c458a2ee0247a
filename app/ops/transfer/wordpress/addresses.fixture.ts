import { findMoved } from "#app/domain/content/urls/find-moved.ts";
import { namesOldPage } from "#app/domain/content/urls/redirect-keys.ts";
import { findUrlOwner } from "#app/domain/content/urls/resolve-urls.ts";
import { serveFile } from "#app/domain/files/serve.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { Database } from "#app/platform/database/database.ts";
import { redirectMoved } from "#app/server/redirect-moved.ts";

export const oldHost = "https://old.example";

/** Permalink settings of a former WordPress site. */
export interface Permalinks {
  /** As in its settings; empty for `/?p=1`. */
  structure: string;
  /** Its folder, such as `/wp`; empty for the root. */
  folder: string;
  /** Fixed path segments before every post. */
  front: string;
}

interface Item {
  id: number;
  type: "post" | "page" | "attachment";
  slug: string;
  title: string;
  link: string;
  content?: string;
  more?: string;
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;

const terms = `<category domain="category" nicename="rivers">${cdata("Rivers")}</category>
<category domain="post_tag" nicename="boats">${cdata("Boats")}</category>`;

const postmeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

function itemXml({ id, type, slug, title, link, content = "Words.", more = "" }: Item): string {
  return `<item><title>${cdata(title)}</title><link>${link}</link><dc:creator>${cdata("rahim.uddin")}</dc:creator>
<content:encoded>${cdata(content)}</content:encoded><excerpt:encoded></excerpt:encoded><wp:post_id>${id}</wp:post_id>
<wp:post_date>2024-03-05 09:00:00</wp:post_date><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>${type === "attachment" ? "inherit" : "publish"}</wp:status>
<wp:post_type>${type}</wp:post_type>${more}</item>`;
}

export function permalinkOf({ structure, folder }: Permalinks, id: number, slug: string): string {
  const path = structure
    .replace("%year%", "2024")
    .replace("%monthnum%", "03")
    .replace("%day%", "05")
    .replace("%category%", "news/rivers")
    .replace("%author%", "rahim-uddin")
    .replace("%post_id%", String(id))
    .replace("%postname%", slug);
  return `${folder}${path || `/?p=${id}`}`;
}

/** Twelve posts, pages and attachments of a WordPress site with these permalinks, as its export. */
export function exportWith(permalinks: Permalinks, files: string): string {
  const { structure, folder, front } = permalinks;
  const home = `${oldHost}${folder}`;
  const isPlain = structure === "";
  const root = structure.startsWith("/index.php") ? "/index.php" : "";
  const page = (id: number, path: string) => `${home}${isPlain ? `/?page_id=${id}` : `${root}/${path}/`}`;
  const posts = Array.from({ length: 12 }, (_, at): Item => {
    const slug = `rain-${at + 1}`;
    const link = `${oldHost}${permalinkOf(permalinks, at + 1, slug)}`;
    return { id: at + 1, type: "post", slug, title: `Rain ${at + 1}`, link, more: terms };
  });
  const [first, ...rest] = posts;
  if (!first) throw new Error("There is no post.");
  first.more = `${terms}${postmeta("_wp_old_slug", "drizzle")}${postmeta("_wp_old_slug", "drops")}${postmeta("_wp_old_date", "2023-11-09")}
<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_approved>1</wp:comment_approved></wp:comment>`;
  const others: Item[] = [
    { id: 20, type: "page", slug: "home", title: "Home", link: `${home}/`, content: "Welcome." },
    { id: 21, type: "page", slug: "team", title: "Team", link: page(21, "team") },
    {
      id: 22,
      type: "page",
      slug: front === "/blog" ? "blog" : "news",
      title: "News",
      link: page(22, front === "/blog" ? "blog" : "news"),
      content: "",
    },
    {
      id: 30,
      type: "attachment",
      slug: "cover",
      title: "Cover",
      link: page(30, "cover"),
      more: `<wp:attachment_url>${files}/2024/03/cover.png</wp:attachment_url>`,
    },
    {
      id: 31,
      type: "attachment",
      slug: "lamp",
      title: "Lamp",
      link: isPlain ? `${home}/?attachment_id=31` : `${first.link}lamp/`,
      more: `<wp:post_parent>1</wp:post_parent><wp:attachment_url>${files}/2024/03/lamp.jpg</wp:attachment_url>`,
    },
  ];
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Old site</title><link>${home}</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${home}</wp:base_blog_url>
${authorXml("2", "rahim.uddin", "Rahim Uddin")}${authorXml("3", "mina@old.example", "Mina")}
${categoryXml("4", "news", "")}${categoryXml("5", "rivers", "news")}${categoryXml("1", "uncategorized", "")}
<wp:tag><wp:term_id>6</wp:term_id><wp:tag_slug>boats</wp:tag_slug><wp:tag_name>Boats</wp:tag_name>
<wp:tag_description>${cdata("All about boats")}</wp:tag_description></wp:tag>
${[first, ...rest, ...others].map(itemXml).join("\n")}</channel></rss>`;
}

const authorXml = (id: string, login: string, name: string) =>
  `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${login}</wp:author_login>
<wp:author_display_name>${name}</wp:author_display_name></wp:author>`;

const categoryXml = (id: string, slug: string, parent: string) =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename>
<wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`;

/** Addresses that such a site answers with a page, a feed or a redirect. */
export function addressesOf(permalinks: Permalinks): string[] {
  const { structure, folder, front } = permalinks;
  const queries = [
    "p=1",
    "p=12",
    "page_id=21",
    "page_id=20",
    "page_id=22",
    "attachment_id=30",
    "attachment_id=31",
    "cat=5",
    "cat=4",
    "cat=1",
    "cat=5&paged=2",
    "category_name=rivers",
    "tag=boats",
    "tag=boats&paged=2",
    "author=2",
    "author=3",
    "author_name=rahim-uddin",
    "m=2024",
    "m=202403",
    "m=20240305",
    "paged=2",
    "feed=rss2",
    "feed=atom",
    "feed=comments-rss2",
    "feed=rss2&cat=5",
    "feed=rss2&p=1",
    "p=1&cpage=2",
    "s=rain",
    "s=বৃষ্টি",
    "sitemap=index",
  ].map((query) => `${folder}/?${query}`);
  const sitemaps = ["/wp-sitemap.xml", "/wp-sitemap-posts-post-1.xml", "/wp-sitemap-users-1.xml"];
  if (structure === "") return [...queries, `${folder}/`];
  const root = structure.startsWith("/index.php") ? "/index.php" : "";
  const dates = structure.includes("%post_id%") ? `${front}/date` : front;
  const post = permalinkOf(permalinks, 1, "rain-1");
  const listed = [
    "/category/news/",
    "/category/news/rivers/",
    "/category/rivers/",
    "/category/rivers/page/2/",
    "/category/news/rivers/page/2/",
    "/category/uncategorized/",
    "/category/rivers/feed/",
    "/tag/boats/",
    "/tag/boats/page/2/",
    "/tag/boats/feed/atom/",
    "/author/rahim-uddin/",
    "/author/rahim-uddin/page/2/",
    "/author/rahim-uddin/feed/",
    "/author/minaold-example/",
  ].map((path) => `${front}${path}`);
  const dated = ["/2024/", "/2024/03/", "/2024/03/05/", "/2024/03/page/2/", "/2024/03/feed/"].map(
    (path) => `${dates}${path}`,
  );
  const rooted = [
    "/page/2/",
    "/feed/",
    "/feed/atom/",
    "/rss/",
    "/comments/feed/",
    "/search/rain/",
    "/search/rain/page/2/",
    "/search/rain/feed/rss2/",
    "/team/",
    "/home/",
    "/cover/",
    ...(front === "/blog"
      ? ["/blog/", "/blog/page/2/", "/blog/feed/"]
      : ["/news/", "/news/page/2/", "/news/feed/"]),
  ].map((path) => `${root}${path}`);
  const ofPosts = [
    ...["", "feed/", "feed/atom/", "comment-page-2/", "embed/", "lamp/"].map((step) => `${post}${step}`),
    ...(structure.includes("%postname%") ? [permalinkOf(permalinks, 1, "drizzle")] : []),
    ...(structure.includes("%postname%") ? [permalinkOf(permalinks, 1, "drops")] : []),
    ...(structure.includes("%monthnum%") ? [post.replace("2024/03", "2023/11").replace("/05/", "/09/")] : []),
  ];
  const plugins = ["/sitemap_index.xml", "/post-sitemap.xml", "/page-sitemap.xml", "/category-sitemap.xml"];
  const files = ["/wp-content/uploads/2024/03/cover.png"];
  const paths = [...listed, ...dated, ...rooted, ...sitemaps, ...plugins, ...files].map(
    (path) => `${folder}${path}`,
  );
  const spellings = [...paths, ...ofPosts].flatMap((path) => [
    path,
    path.replace(/\/$/, ""),
    upperCase(path),
  ]);
  return [...new Set([...spellings, ...queries, `${folder}/`, `${folder}/index.php`])].filter(Boolean);
}

/** In upper case, except for files, whose addresses are case-sensitive on most servers. */
function upperCase(path: string): string {
  return path.includes("/wp-content/") ? path : path.toUpperCase();
}

/** Database and files of a site. */
interface VisitedSite {
  db: Database;
  store: FileStore;
}

/** Follows an old address as a browser does; `hops` counts redirects, `isPage` is false if they lead to no page. */
export async function visit({ db, store }: VisitedSite, address: string) {
  let [at, hops] = [address, 0];
  for (; hops < 4; hops += 1) {
    const slashless = at.replace(/(.)\/(?=\?|$)/, "$1");
    const place = await findMoved(db, slashless);
    const moved = place === null ? null : await redirectMoved({ db, files: store }, place);
    const next = moved?.headers.get("location") ?? slashless;
    if (next === at) break;
    at = next;
  }
  return { at, hops, isPage: await isAnswered({ db, store }, at) };
}

/** Whether a page or file is at exactly this address. */
async function isAnswered({ db, store }: VisitedSite, address: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(`${oldHost}${address}`);
  if (pathname.startsWith("/files/")) return (await serveFile(store, db, pathname)).status === 200;
  if (pathname === "/" && namesOldPage({ pathname, searchParams })) return false;
  const owner = await findUrlOwner(db, pathname);
  return owner?.isPublic === true && owner.path === pathname;
}
