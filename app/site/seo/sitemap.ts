import { readSettings } from "#app/domain/company/settings.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { countPublished, listAddresses } from "#app/domain/content/published/entries.ts";
import { archivePath, listArchive } from "#app/domain/newsletter/campaigns.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { findWriters } from "#app/site/pages/authors/authors.ts";
import type { Route } from "./+types/sitemap.ts";
import { escapeXml, xmlAnswer } from "./xml.ts";

/** Addresses in one part of the sitemap; search engines accept at most 50,000 (sitemaps.org). */
const partSize = 5000;

/** `/sitemap.xml` lists the parts; `/sitemaps/pages.xml` and `/sitemaps/<kind>-<n>.xml` hold the addresses. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, requestContext, publicUrl } = context.get(pageContext);
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.newsletters,
    ...kinds.map((kind) => cacheTags.list(kind.name)),
  );
  const name = params.part?.replace(/\.xml$/, "");
  if (name === undefined) return indexOf(db, publicUrl);
  if (name === "pages") return urlset((await pagePaths(db)).map((path) => urlElement({ path }, publicUrl)));
  const [, kindName = "", part = "0"] = /^([a-z]+)-([1-9]\d{0,5})$/.exec(name) ?? [];
  const kind = findKind(kindName);
  if (!kind?.hasPage) throw new Response("There is no such part.", { status: 404 });
  // Authors without published entries are left out.
  const only = kind === author ? [...(await findWriters(db)).keys()] : undefined;
  const urls: string[] = [];
  for await (const page of listAddresses(db, kind, { part: Number(part), size: partSize, only }))
    urls.push(urlElement(page, publicUrl));
  if (urls.length === 0) throw new Response("There is no such part.", { status: 404 });
  return urlset(urls);
}

async function indexOf(db: Database, site: URL): Promise<Response> {
  const names = ["pages"];
  for (const kind of kinds.filter(({ hasPage }) => hasPage)) {
    const count = kind === author ? (await findWriters(db)).size : await countPublished(db, kind);
    const parts = Math.ceil(count / partSize);
    for (let part = 1; part <= parts; part += 1) names.push(`${kind.name}-${part}`);
  }
  const maps = names.map(
    (name) => `<sitemap><loc>${escapeXml(new URL(`/sitemaps/${name}.xml`, site).href)}</loc></sitemap>`,
  );
  return xmlAnswer(`<sitemapindex xmlns="${namespace}">${maps.join("\n")}</sitemapindex>`, "application/xml");
}

function urlset(urls: readonly string[]): Response {
  return xmlAnswer(`<urlset xmlns="${namespace}">${urls.join("\n")}</urlset>`, "application/xml");
}

function urlElement({ path, updatedAt }: { path: string; updatedAt?: string }, site: URL): string {
  const location = escapeXml(new URL(path, site).href);
  return `<url><loc>${location}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ""}</url>`;
}

async function pagePaths(db: Database): Promise<string[]> {
  const { legal } = await readSettings(db);
  const campaignPaths = (await listArchive(db)).map(({ slug }) => archivePath(slug));
  const hasAuthors = (await findWriters(db)).size > 0;
  const lists = kinds.filter((kind) => kind !== author || hasAuthors).map((kind) => kind.path);
  const paths = ["/", ...lists, "/about", "/contact", "/calltoaction"];
  if (!isEmptyDoc(legal.terms)) paths.push("/terms");
  if (!isEmptyDoc(legal.privacy)) paths.push("/privacy");
  if (campaignPaths.length > 0) paths.push("/newsletter/archive", ...campaignPaths);
  return paths;
}

const namespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
