import type { LinksFunction, MetaDescriptor } from "react-router";
import type { Settings } from "#app/company/settings-schema.ts";

/** What the head of every page says besides the page's own: the company's name (its host as long as it has none), and the origin for full addresses. */
export interface SiteFacts {
  company: string;
  publicUrl: string;
}

export function siteFacts({ company }: Settings, publicUrl: URL): SiteFacts {
  return { company: company.name || publicUrl.host, publicUrl: publicUrl.origin };
}

interface PageFacts {
  title: string;
  description?: string;
  /** Of the canonical address, percent-encoded. */
  path: string;
  /** Path or full address of the share picture. */
  image?: string;
  /** Open Graph type; "website" unless told. */
  type?: string;
  publicUrl: string;
  company: string;
}

/** Title, description, canonical address and share card of a page. */
export function describePage(page: PageFacts): MetaDescriptor[] {
  const { company, type = "website" } = page;
  const title = page.title && page.title !== company ? `${page.title} · ${company}` : company;
  const description = describe(page.description ?? "");
  const address = new URL(page.path, page.publicUrl).href;
  const image = new URL(page.image ?? "/share/page/home.png", page.publicUrl).href;
  return [
    { title },
    ...(description ? [{ name: "description", content: description }] : []),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: company },
    { property: "og:type", content: type },
    { property: "og:title", content: page.title || company },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:url", content: address },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: company,
      href: "/blog/feed.xml",
    },
  ];
}

/** Where an entry's woven share picture stands. */
export function shareImage(kind: { plural: string }, slug: string): string {
  return `/share/${kind.plural}/${encodeURIComponent(slug)}.png`;
}

/** At most 160 characters, cut between words: more is not shown by search engines. */
function describe(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= 160) return plain;
  // Browsers load this file: the script for whole clusters is too large for a first visit.
  return `${plain.slice(0, 159).replace(/\s\S*$/, "")}…`;
}

/** What marks the sheets of public pages: `composePage` writes them into the document of a first visit. */
export const sheetPrecedence = "site";

/**
 * The `links` of a page with sheets beside that of every page. React keeps a sheet once it is there, and shows a page that is
 * come to by a link only with its sheets.
 */
export function linkSheets(...addresses: readonly string[]): LinksFunction {
  return () =>
    addresses.map((href) => {
      // React's own attribute, which React Router passes on but does not know of.
      const sheet = { rel: "stylesheet", href, precedence: sheetPrecedence };
      return sheet;
    });
}
