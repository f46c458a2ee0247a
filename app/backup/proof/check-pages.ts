import { readSettings } from "#app/company/settings.ts";
import { type DataOf, fieldsOfKind, type Kind, readStoredData } from "#app/content/kind.ts";
import { findKind, kinds } from "#app/content/kinds.ts";
import { entryPath } from "#app/content/urls/slug.ts";
import type { Database } from "#app/database/database.ts";
import type { ValuePart } from "#app/fields/field.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { shorten } from "#app/text/cut.ts";
import { spellAddress } from "#app/text/plain-text.ts";
import { wordsOf } from "#app/text/words.ts";
import { type PageFacts, readPageFacts } from "#app/update/compare-pages.ts";

/** Asks the product for a page or a file, as a visitor does. */
export type RenderPage = (path: string) => Promise<{ status: number; html: string }>;

const pageCount = 20;

/**
 * Renders the start page and the entries of each kind that changed last, and looks whether each shows what the rows it was
 * rendered from say: title, text, links, and pictures that can be had.
 * @param options `hasFiles`: the files of the library are there; without them no picture can be had
 */
export async function checkPages(
  db: Database,
  render: RenderPage,
  { hasFiles }: { hasFiles: boolean } = { hasFiles: true },
): Promise<{ problems: string[]; rendered: number }> {
  const problems: string[] = [];
  let rendered = 0;
  for (const expected of await expectPages(db)) {
    const { status, html } = await render(expected.path);
    const page = readPageFacts(status, html);
    const wrong = status === 200 ? findDifferences(expected, page) : [`answers ${status}`];
    for (const address of hasFiles ? page.pictures : []) {
      const picture = await render(address);
      if (picture.status !== 200) wrong.push(`shows the picture ${address}, which answers ${picture.status}`);
    }
    if (wrong.length > 0) problems.push(`The page ${spellAddress(expected.path)} ${wrong.join("; it ")}.`);
    else rendered += 1;
  }
  return {
    problems,
    rendered,
  };
}

/** What of a page is not as the rows say, a part of a sentence each. */
function findDifferences(expected: ExpectedPage, { heading, words, links, pictures }: PageFacts): string[] {
  const wrong: string[] = [];
  const has = (text: string, within: string) => within.includes(` ${wordsOf(text).join(" ")} `);
  const shown = ` ${words.join(" ")} `;
  if (expected.title !== "" && wordsOf(expected.title).join(" ") !== wordsOf(heading).join(" "))
    wrong.push(`is headed “${cut(heading)}” instead of “${cut(expected.title)}”`);
  const lost = expected.passages.filter((passage) => wordsOf(passage).length > 0 && !has(passage, shown));
  if (lost[0] !== undefined)
    wrong.push(`lacks ${lost.length} of ${expected.passages.length} passages: “${cut(lost[0])}”`);
  const lostLinks = expected.links.filter((link) => !links.includes(link));
  if (lostLinks.length > 0) wrong.push(`does not link to ${lostLinks[0]}`);
  for (const id of expected.pictures)
    if (!pictures.some((address) => address.startsWith(`/files/${id}/`)))
      wrong.push(`does not show the picture ${id}`);
  return wrong;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return shorten(line, 80);
}

async function expectPages(db: Database): Promise<ExpectedPage[]> {
  const newest = await Promise.all(
    kinds.filter(({ hasPage }) => hasPage).map(({ name }) => listNewest(db, name)),
  );
  // The newest of each kind, the second of each, and so on.
  const chosen = Array.from({ length: pageCount }, (_, at) =>
    newest.flatMap((rows) => rows[at] ?? []),
  ).flat();
  const pages = chosen.slice(0, pageCount - 1).flatMap(({ kind: name, slug, data }) => {
    const kind = findKind(name);
    return kind ? [expectPage(kind, readStoredData(kind, data), entryPath(kind, slug))] : [];
  });
  return [await expectStart(db), ...(await withoutTrash(db, pages))];
}

function listNewest({ query }: Database, kind: string) {
  return query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select(["kind", "slug", "data"])
    .where("deleted_at", "is", null)
    .where("kind", "=", kind)
    .orderBy("entries.updated_at", "desc")
    .orderBy("entries.id")
    .limit(pageCount - 1)
    .execute();
}

async function expectStart(db: Database): Promise<ExpectedPage> {
  const { home } = await readSettings(db);
  return {
    path: "/",
    title: home.headline,
    passages: [home.lead],
    links: [],
    pictures: home.picture === null ? [] : [home.picture],
  };
}

/** No page shows a file that lies in the trash, or is no picture. */
async function withoutTrash({ query }: Database, pages: readonly ExpectedPage[]): Promise<ExpectedPage[]> {
  const wanted = [...new Set(pages.flatMap(({ pictures }) => pictures))];
  if (wanted.length === 0) return [...pages];
  const rows = await query
    .selectFrom("files")
    .select("id")
    .where("id", "in", wanted)
    .where("type", "like", "image/%")
    .where("deleted_at", "is", null)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  return pages.map((page) => ({ ...page, pictures: page.pictures.filter((id) => there.has(id)) }));
}

/** What a page has to show, as the stored rows say it. */
interface ExpectedPage {
  path: string;
  title: string;
  /** Texts that a reader sees in one piece each. */
  passages: string[];
  /** Addresses that it links to. */
  links: string[];
  /** Ids of files of the library. */
  pictures: string[];
}

/**
 * Reads what the page of an entry has to show out of its stored version, and uses nothing for it that pages are rendered with.
 * Left out is what pages show only sometimes: lone labels, facts beside the text, and what is for search engines.
 */
function expectPage(kind: Kind, data: DataOf<Kind>, path: string): ExpectedPage {
  const page: ExpectedPage = { path, title: data.title, passages: [data.summary], links: [], pictures: [] };
  for (const [name, field] of fieldsOfKind(kind)) {
    if (name === "seo") continue;
    const value: unknown = Reflect.get(data, name);
    if (field.hasRows && Array.isArray(value)) {
      // Rows that are half filled in are left out by some pages.
      for (const part of field.parts(value.filter(isWhole))) addPart(part, page);
    } else for (const part of field.parts(value)) if (part.is !== "text") addPart(part, page);
  }
  page.passages = page.passages.filter((passage) => passage.trim() !== "");
  return page;
}

function isWhole(row: unknown): boolean {
  return (
    typeof row === "object" &&
    row !== null &&
    !Object.values(row).some((value) => value === "" || value === null)
  );
}

function addPart(part: ValuePart, page: ExpectedPage): void {
  switch (part.is) {
    case "text":
      page.passages.push(part.text);
      break;
    case "address":
      if (part.address !== "") page.links.push(part.address);
      break;
    case "picture":
      page.pictures.push(part.id);
      break;
    case "richText":
      addDocument(part.doc, page);
      break;
    default:
      // Whether another entry or a category is public as well is not for this one to say.
      break;
  }
}

/** A node of a rich text, whichever. */
interface TextNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown> | undefined;
  marks?: readonly { type: string; attrs?: Record<string, unknown> }[] | undefined;
  content?: readonly TextNode[] | undefined;
}

function addDocument(doc: RichText, page: ExpectedPage): void {
  const waiting: TextNode[] = [doc];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, attrs = {}, content = [], marks = [] } = node;
    const isInline = content.some((one) => one.type === "text");
    if (isInline) page.passages.push(content.map((one) => one.text ?? " ").join(""));
    if (type === "image") page.pictures.push(String(attrs.file));
    if (type === "video") page.links.push(String(attrs.url));
    if (typeof attrs.cite === "string") page.passages.push(attrs.cite);
    for (const mark of marks) if (mark.type === "link") page.links.push(String(mark.attrs?.href));
    waiting.push(...content.toReversed());
  }
}
