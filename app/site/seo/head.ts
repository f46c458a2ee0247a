import type { LinksFunction, MetaDescriptor } from "react-router";
import type { Settings } from "#app/domain/company/settings-schema.ts";

/** Facts for the head of every page: the company's name, or the host without one, and the origin for full addresses. */
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
  /** Path of the canonical address, percent-encoded. */
  path: string;
  /** Path or full address of the share picture. */
  image?: string;
  /** Open Graph type; "website" by default. */
  type?: string;
  publicUrl: string;
  company: string;
}

/** Returns the title, description, canonical address and share card of a page. */
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

/** Returns the path of an entry's generated share picture. */
export function shareImage(kind: { plural: string }, slug: string): string {
  return `/share/${kind.plural}/${encodeURIComponent(slug)}.png`;
}

/** Cuts a text between words to 160 characters, the most that search engines show. */
function describe(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= 160) return plain;
  // Browsers load this file, and code for grapheme clusters is too large.
  return `${plain.slice(0, 159).replace(/\s\S*$/, "")}…`;
}

/** Marks the style sheets of public pages, which `composePage` inlines. */
export const sheetPrecedence = "site";

/**
 * Creates the `links` of a page with further style sheets. React waits for them before it shows a page, and never removes
 * them.
 */
export function linkSheets(...addresses: readonly string[]): LinksFunction {
  return () =>
    addresses.map((href) => {
      // React's attribute, which React Router passes on but does not type.
      const sheet = { rel: "stylesheet", href, precedence: sheetPrecedence };
      return sheet;
    });
}
