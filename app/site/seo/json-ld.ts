import { createContext, type RouterContextProvider } from "react-router";
import { type OpeningSettings, weekdays } from "#app/domain/company/opening.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { largestAddress, type Picture } from "#app/domain/files/pictures/picture.ts";
import { parseClockRanges, writeClock } from "#app/lib/text/clock-ranges.ts";
import { shorten } from "#app/lib/text/cut.ts";

/** A schema.org node. `withoutEmpty` removes its empty fields. */
export type Node = Record<string, unknown>;

/** Structured data of the rendered page; only in the document, not in the loader data. */
export const structuredDataContext = createContext<readonly Node[]>([]);

/** Stores a page's structured data for its document. Returns the page without it, for the browser. */
export function keepStructuredData<Page extends { nodes: readonly Node[] }>(
  context: Readonly<RouterContextProvider>,
  { nodes, ...page }: Page,
): Omit<Page, "nodes"> {
  context.set(structuredDataContext, nodes);
  return page;
}

/** Returns JSON for a script element, escaped so that no text can close the script; "" without nodes. */
export function writeStructuredData(nodes: readonly Node[]): string {
  return nodes.length === 0 ? "" : JSON.stringify(nodes).replace(/</g, "\\u003c");
}

export function organization({ company, offices, opening }: Settings, site: URL): Node {
  const hours = openingNodes(opening);
  return withoutEmpty({
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": new URL("/#organization", site).href,
    name: company.name,
    legalName: company.legalName,
    description: company.description,
    url: new URL("/", site).href,
    logo: new URL("/icons/512.png", site).href,
    email: company.email,
    telephone: company.phone,
    foundingDate: company.foundedYear === null ? "" : String(company.foundedYear),
    sameAs: Object.values(company.social).filter(Boolean),
    location: offices.map((office) => officeNode(office, office.hours ? {} : hours)),
  });
}

/** @param steps from below home to the page itself */
export function breadcrumbs(steps: readonly { title: string; path: string }[], site: URL): Node {
  const itemListElement = [{ title: "Home", path: "/" }, ...steps].map(({ title, path }, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name: title,
    item: new URL(path, site).href,
  }));
  return { "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement };
}

export function serviceNode(service: { title: string; summary: string; path: string }, site: URL): Node {
  const { title: name, summary: description, path } = service;
  return withoutEmpty({
    "@context": "https://schema.org",
    "@type": "Service",
    name,
    description,
    url: new URL(path, site).href,
    provider: organizationReference(site),
    areaServed: "BD",
  });
}

export function faqPage(questions: readonly { question: string; answer: string }[]): Node {
  const mainEntity = questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return { "@context": "https://schema.org", "@type": "FAQPage", mainEntity };
}

interface PersonFacts {
  name: string;
  role: string;
  bio: string;
  /** Path of the person's page. */
  path: string;
  picture: Picture | null;
  links: readonly { url: string }[];
}

/** An author of the company. */
export function personNode({ name, role, bio, path, picture, links }: PersonFacts, site: URL): Node {
  return withoutEmpty({
    "@context": "https://schema.org",
    ...personReference({ name, path }, site),
    jobTitle: role,
    description: bio,
    image: picture === null ? "" : new URL(largestAddress(picture), site).href,
    sameAs: links.map(({ url }) => url),
    worksFor: organizationReference(site),
  });
}

function personReference({ name, path }: Pick<PersonFacts, "name" | "path">, site: URL): Node {
  const url = new URL(path, site).href;
  return { "@type": "Person", "@id": `${url}#person`, name, url };
}

interface PostFacts {
  title: string;
  summary: string;
  path: string;
  /** The author's name, and where the author has a page, its path. */
  author: { name: string; path: string | null };
  publishedOn: string;
  updatedAt: string;
  image: string;
  language: string;
  words: number;
  tags: readonly string[];
}

/** `image` is a path of this site. */
export function blogPosting(post: PostFacts, site: URL): Node {
  return withoutEmpty({
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: shorten(post.title, 110),
    description: post.summary,
    url: new URL(post.path, site).href,
    mainEntityOfPage: new URL(post.path, site).href,
    image: new URL(post.image, site).href,
    datePublished: post.publishedOn,
    dateModified: post.updatedAt,
    inLanguage: post.language,
    wordCount: post.words,
    keywords: post.tags.join(", "),
    author: writerOf(post.author, site),
    publisher: organizationReference(site),
  });
}

/** An author without a page may be a person or a department, so it becomes an organization. */
function writerOf({ name, path }: PostFacts["author"], site: URL): Node {
  if (path !== null) return personReference({ name, path }, site);
  return withoutEmpty({ "@type": "Organization", name, url: new URL("/about", site).href });
}

interface VideoFacts {
  title: string;
  summary: string;
  date: string;
  image: string;
  video: string;
}

export function videoObject({ title, summary, date, image, video }: VideoFacts, site: URL): Node {
  const address = /\.(mp4|webm)$/.test(video) ? { contentUrl: video } : { embedUrl: video };
  return withoutEmpty({
    "@context": "https://schema.org",
    "@type": "VideoObject",
    name: title,
    description: summary || title,
    uploadDate: date,
    thumbnailUrl: new URL(image, site).href,
    ...address,
  });
}

interface EventFacts {
  title: string;
  summary: string;
  path: string;
  image: string;
  place: string;
  /** ISO 8601, or a day. */
  startDate: string;
  endDate: string;
}

export function eventNode(
  { title, summary, path, image, place, startDate, endDate }: EventFacts,
  site: URL,
): Node {
  return withoutEmpty({
    "@context": "https://schema.org",
    "@type": "Event",
    name: title,
    description: summary,
    url: new URL(path, site).href,
    image: new URL(image, site).href,
    startDate,
    endDate,
    location: place === "" ? "" : { "@type": "Place", name: place, address: place },
    organizer: organizationReference(site),
  });
}

function officeNode(office: Settings["offices"][number], hours: Node): Node {
  const { address, city, postcode, country, latitude, longitude } = office;
  return withoutEmpty({
    "@type": "Place",
    name: city,
    address: withoutEmpty({
      "@type": "PostalAddress",
      streetAddress: address,
      addressLocality: city,
      postalCode: postcode,
      addressCountry: country,
    }),
    telephone: office.phone,
    geo: latitude === null || longitude === null ? "" : { "@type": "GeoCoordinates", latitude, longitude },
    hasMap: office.mapUrl,
    ...hours,
  });
}

/** Opening hours of a week, and of holidays, which override them. */
function openingNodes(opening: OpeningSettings): Node {
  return {
    openingHoursSpecification: weekdays.flatMap((day) =>
      hoursOf(opening[day]).map((times) => ({
        "@type": "OpeningHoursSpecification",
        dayOfWeek: `https://schema.org/${day.charAt(0).toUpperCase()}${day.slice(1)}`,
        ...times,
      })),
    ),
    specialOpeningHoursSpecification: opening.holidays
      .filter(({ from }) => from !== "")
      .flatMap(({ from, to, hours }) =>
        (hours === "" ? [closed] : hoursOf(hours)).map((times) => ({
          "@type": "OpeningHoursSpecification",
          validFrom: from,
          validThrough: to || from,
          ...times,
        })),
      ),
  };
}

/** The times that search engines read as a closed day. */
const closed = { opens: "00:00", closes: "00:00" };

function hoursOf(hours: string) {
  const ranges = parseClockRanges(hours);
  if (typeof ranges === "string") return [];
  // Search engines reject 24:00.
  return ranges.map(({ from, to }) => ({ opens: writeClock(from), closes: writeClock(Math.min(to, 1439)) }));
}

function organizationReference(site: URL): Node {
  return { "@type": "Organization", "@id": new URL("/#organization", site).href };
}

function withoutEmpty(node: Node): Node {
  return Object.fromEntries(
    Object.entries(node).filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0)),
  );
}
