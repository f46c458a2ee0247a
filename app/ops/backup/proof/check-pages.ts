import { readSettings } from "#app/domain/company/settings.ts";
import { type DataOf, fieldsOfKind, type Kind, readStoredData } from "#app/domain/content/kind.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { entryPath } from "#app/domain/content/urls/slug.ts";
import type { ValuePart } from "#app/lib/fields/field.ts";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { spellAddress } from "#app/lib/text/plain-text.ts";
import { wordsOf } from "#app/lib/text/words.ts";
import { type PageFacts, readPageFacts } from "#app/ops/update/compare-pages.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Renders a page or file at a path, as for an anonymous visitor. */
export type RenderPage = (path: string) => Promise<{ status: number; html: string }>;

const pageCount = 20;

/**
 * Renders the home page and the newest entries of each kind, and checks that each shows its stored
 * title, text, links and available pictures. `hasFiles` is false if the library's files are not
 * available.
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
    const problemsOfPage = status === 200 ? findDifferences(expected, page) : [`returns status ${status}`];
    for (const address of hasFiles ? page.pictures : []) {
      const picture = await render(address);
      if (picture.status !== 200)
        problemsOfPage.push(`shows the picture ${address}, which returns status ${picture.status}`);
    }
    if (problemsOfPage.length > 0)
      problems.push(`The page ${spellAddress(expected.path)} ${problemsOfPage.join("; it ")}.`);
    else rendered += 1;
  }
  return {
    problems,
    rendered,
  };
}

/** Describes each difference as a verb phrase. */
function findDifferences(expected: ExpectedPage, { heading, words, links, pictures }: PageFacts): string[] {
  const wrong: string[] = [];
  const has = (text: string, within: string) => within.includes(` ${wordsOf(text).join(" ")} `);
  const shown = ` ${words.join(" ")} `;
  if (expected.title !== "" && wordsOf(expected.title).join(" ") !== wordsOf(heading).join(" "))
    wrong.push(`is headed “${cut(heading)}” instead of “${cut(expected.title)}”`);
  const missing = expected.passages.filter((passage) => wordsOf(passage).length > 0 && !has(passage, shown));
  if (missing[0] !== undefined)
    wrong.push(`lacks ${missing.length} of ${expected.passages.length} passages: “${cut(missing[0])}”`);
  const missingLinks = expected.links.filter((link) => !links.includes(link));
  if (missingLinks.length > 0) wrong.push(`does not link to ${missingLinks[0]}`);
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
  // Takes turns between kinds, newest entries first.
  const chosen = Array.from({ length: pageCount }, (_, at) =>
    newest.flatMap((rows) => rows[at] ?? []),
  ).flat();
  const pages = chosen.slice(0, pageCount - 1).flatMap(({ kind: name, slug, data }) => {
    const kind = findKind(name);
    return kind ? [expectPage(kind, readStoredData(kind, data), entryPath(kind, slug))] : [];
  });
  return [await expectHome(db), ...(await withoutTrash(db, pages))];
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

async function expectHome(db: Database): Promise<ExpectedPage> {
  const { home } = await readSettings(db);
  return {
    path: "/",
    title: home.headline,
    passages: [home.lead],
    links: [],
    pictures: home.picture === null ? [] : [home.picture],
  };
}

/** Removes pictures that are in the trash or not images, which no page shows. */
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
  const available = new Set(rows.map(({ id }) => id));
  return pages.map((page) => ({ ...page, pictures: page.pictures.filter((id) => available.has(id)) }));
}

/** The content that a page must show, from stored rows. */
interface ExpectedPage {
  path: string;
  title: string;
  /** Texts that each appear in one piece. */
  passages: string[];
  /** Link targets. */
  links: string[];
  /** Ids of library files. */
  pictures: string[];
}

/**
 * Reads the required content of an entry's page from its stored version, independent of the page
 * components. Leaves out content that pages show only sometimes: labels, side facts and SEO fields.
 */
function expectPage(kind: Kind, data: DataOf<Kind>, path: string): ExpectedPage {
  const page: ExpectedPage = { path, title: data.title, passages: [data.summary], links: [], pictures: [] };
  for (const [name, field] of fieldsOfKind(kind)) {
    if (name === "seo") continue;
    const value: unknown = Reflect.get(data, name);
    if (field.hasRows && Array.isArray(value)) {
      // Some pages leave out incomplete rows.
      for (const part of field.parts(value.filter(isComplete))) addPart(part, page);
    } else for (const part of field.parts(value)) if (part.is !== "text") addPart(part, page);
  }
  page.passages = page.passages.filter((passage) => passage.trim() !== "");
  return page;
}

function isComplete(row: unknown): boolean {
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
      // References depend on the publication of other entries.
      break;
  }
}

/** Any node of a rich text. */
interface TextNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown> | undefined;
  marks?: readonly { type: string; attrs?: Record<string, unknown> }[] | undefined;
  content?: readonly TextNode[] | undefined;
}

function addDocument(doc: RichText, page: ExpectedPage): void {
  const stack: TextNode[] = [doc];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { type, attrs = {}, content = [], marks = [] } = node;
    const isInline = content.some((one) => one.type === "text");
    if (isInline) page.passages.push(content.map((one) => one.text ?? " ").join(""));
    if (type === "image") page.pictures.push(String(attrs.file));
    if (type === "video") page.links.push(String(attrs.url));
    if (typeof attrs.cite === "string") page.passages.push(attrs.cite);
    for (const mark of marks) if (mark.type === "link") page.links.push(String(mark.attrs?.href));
    stack.push(...content.toReversed());
  }
}
