import { createContext, type RouterContextProvider } from "react-router";
import { type OpeningSettings, weekdays } from "#app/company/opening.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import { largestAddress, type Picture } from "#app/files/pictures/picture.ts";
import { parseClockRanges, writeClock } from "#app/text/clock-ranges.ts";
import { shorten } from "#app/text/cut.ts";

/** A schema.org node. Empty texts are left out by `withoutEmpty`, so that nothing is claimed that nobody said. */
export type Node = Record<string, unknown>;

/** What the page that is being made says of itself to search engines; the document alone holds it, and no browser is sent it as data. */
export const structuredDataContext = createContext<readonly Node[]>([]);

/** Puts a page's facts for search engines into its document. Returns what the browser is sent: the page without them. */
export function keepStructuredData<Page extends { nodes: readonly Node[] }>(
  context: Readonly<RouterContextProvider>,
  { nodes, ...page }: Page,
): Omit<Page, "nodes"> {
  context.set(structuredDataContext, nodes);
  return page;
}

/** JSON for a script element: no text of theirs can close the script or open another. "" without nodes. */
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
  /** Of their own page. */
  path: string;
  picture: Picture | null;
  links: readonly { url: string }[];
}

/** Somebody who writes for the company. */
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

/** Words alone may name a person or a desk of the company. */
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

/** The opening hours of a week, and of holidays, which take their place. */
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
  // A day has no 24:00 for them.
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
