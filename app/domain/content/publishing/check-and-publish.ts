import type { ActionContext } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { headingIds } from "#app/lib/rich-text/headings.ts";
import { type Block, isEmptyDoc, type PictureBlock } from "#app/lib/rich-text/schema/document.ts";
import { inlineText, toText } from "#app/lib/rich-text/text.ts";
import { clustersOf, shorten } from "#app/lib/text/cut.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { coverIdOf, type DataOf, fieldsOfKind, type Kind, richTextsOf } from "../kind.ts";
import { type InternalLink, internalLinksOf } from "../links/links.ts";
import { type ResolvedUrl, resolveUrls } from "../urls/resolve-urls.ts";
import { type OpenEntry, requireNotTrashed } from "../versions/open-entry.ts";
import { publish, schedule } from "./publishing.ts";

/** Actor and time of publishing, with the input of its check. */
export interface CheckedContext extends ActionContext {
  publicUrl: URL;
  /** Reason to publish despite errors of the check, stored in the audit log; required only then. */
  reason?: string | undefined;
}

/**
 * Publishes the newest version if the check finds no error or a reason is given. Otherwise throws a "check-failed"
 * DomainError: its fields contain the errors and `reason`, its detail all findings.
 */
export async function publishChecked<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: CheckedContext,
): Promise<OpenEntry<K>> {
  const { actor, now } = actionContext;
  const detail = await passCheck(tx, entry, actionContext);
  return publish(tx, entry, { actor, now, detail });
}

/** Schedules an entry, with the same checks as publishing. */
export async function scheduleChecked<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  times: { publishAt: string | null; unpublishAt: string | null },
  actionContext: CheckedContext,
): Promise<OpenEntry<K>> {
  const { actor, now } = actionContext;
  const detail = times.publishAt === null ? "" : await passCheck(tx, entry, actionContext);
  return schedule(tx, entry, times, { actor, now, detail });
}

/** Runs the check; returns the audit text for errors that were overridden, or an empty string. */
async function passCheck(tx: Writing, entry: OpenEntry, actionContext: CheckedContext): Promise<string> {
  requireNotTrashed(entry);
  const findings = await checkBeforePublish(tx, entry.kind, entry.newest.data, actionContext);
  const errors = findings.filter(({ level }) => level === "error");
  if (errors.length === 0) return "";
  const reason = readReason(actionContext.reason);
  if (reason === "") throw checkFailed(errors, findings);
  const details = errors.map(({ field, message }) => `${field}: ${message}`).join(" ");
  return `Over ${count(errors)}, because: ${reason} (${details.slice(0, 1500)})`;
}

function readReason(given = ""): string {
  const read = plainText({ max: 500, lines: true }).safeParse(given);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map(({ message }) => ({ path: ["reason"], message })));
}

function checkFailed(errors: Finding[], findings: Finding[]): DomainError {
  const fields: Record<string, string> = {
    reason: "Fix the problems, or give a reason to publish anyway.",
  };
  for (const { field, message } of errors) fields[field] ??= message;
  return new DomainError("invalid", `The check found ${count(errors)}.`, {
    fields,
    detail: findings,
    reason: "check-failed",
  });
}

function count(errors: Finding[]): string {
  return errors.length === 1 ? "1 problem" : `${errors.length} problems`;
}

/** Findings in a version before publishing: errors first, then in form order. */
export async function checkBeforePublish(
  db: Database,
  kind: Kind,
  data: DataOf<Kind>,
  { publicUrl }: { publicUrl: URL },
): Promise<Finding[]> {
  const draft: CheckedDraft = { kind, data };
  const found = [
    ...checkBody(draft),
    ...checkHeadings(draft),
    ...(await checkOwnLinks(db, draft, publicUrl)),
    ...(await checkPictures(db, draft)),
    ...checkPlaceholders(draft),
    ...checkSearchEngines(draft),
  ];
  const order = fieldsOfKind(kind).map(([name]) => name);
  const place = ({ field }: Finding) => order.indexOf(field.split(".")[0] ?? "");
  return found.sort((one, other) => levels[one.level] - levels[other.level] || place(one) - place(other));
}

const levels = { error: 0, advice: 1 };

/** Headings without text and skipped levels, which matter for screen readers. */
function checkHeadings(draft: CheckedDraft): Finding[] {
  const texts = richTextsOf(draft.kind, draft.data);
  // Several texts of one page appear below separate headings.
  const above = texts.length > 1 ? 2 : 1;
  return texts.flatMap(({ field, doc }) => {
    let last = above;
    return [...headingIds(doc).keys()].flatMap((heading) => {
      const { level } = heading.attrs;
      const words = inlineText(heading.content).trim();
      if (words === "")
        return [error(field, `A heading of level ${level} has no words. Write them, or remove it.`)];
      const isJump = level > last + 1;
      const message = `${quote(words)} is a heading of level ${level} where level ${last + 1} comes next.`;
      last = level;
      return isJump ? [advice(field, message)] : [];
    });
  });
}

/** Broken links to pages of this site. */
async function checkOwnLinks(db: Database, { kind, data }: CheckedDraft, publicUrl: URL): Promise<Finding[]> {
  const links = internalLinksOf(kind, data, publicUrl.origin);
  const places = await resolveUrls(
    db,
    links.map(({ key }) => key),
  );
  return links.flatMap((link) => checkLink(link, places.get(link.key) ?? "nothing"));
}

const onlyStaff = /^\/(dashboard|preview)(\/|$)/;

function checkLink({ field, address, key, words }: InternalLink, place: ResolvedUrl): Finding[] {
  if (place === "page") return [];
  const link = words === "" ? `The link to ${address}` : `The link ${quote(words)} to ${address}`;
  if (onlyStaff.test(key)) return [error(field, `${link} leads to a page that only staff can open.`)];
  if (place === "nothing") return [error(field, `${link} leads nowhere: there is no such page.`)];
  const title = quote(place.title);
  if (place.state === "scheduled")
    return [advice(field, `${link} leads to ${title}, which is scheduled and not public yet.`)];
  return [error(field, `${link} leads to ${title}, which ${where[place.state]}.`)];
}

const where = {
  draft: "is a draft that readers can't see",
  published: "moves to this address only once its changes are published",
  changed: "moves to this address only once its changes are published",
  archived: "is archived",
  trash: "is in the trash",
};

/** Approximate display limits of search engines. */
const longest = { title: 60, description: 160 };
const shortest = { description: 50 };

/** Checks presence and length of the title and description for search engines. */
function checkSearchEngines({ kind, data }: CheckedDraft): Finding[] {
  if (!kind.hasPage) return [];
  return [...checkTitle(data), ...checkDescription(data)];
}

function checkTitle({ title, seo }: CheckedDraft["data"]): Finding[] {
  const field = seo.title ? "seo.title" : "title";
  const length = clustersOf(seo.title || title).length;
  if (length <= longest.title) return [];
  const way = seo.title ? "shorten it" : "give a shorter one for search engines";
  return [
    advice(
      field,
      `The title has ${length} characters; search engines cut after about ${longest.title}: ${way}.`,
    ),
  ];
}

function checkDescription({ summary, seo }: CheckedDraft["data"]): Finding[] {
  const field = seo.description ? "seo.description" : "summary";
  const length = clustersOf(seo.description || summary).length;
  if (length === 0)
    return [advice("summary", "Without a summary, search engines and lists choose the text themselves.")];
  if (length > longest.description)
    return [
      advice(
        field,
        `The description has ${length} characters; search engines cut after about ${longest.description}.`,
      ),
    ];
  return length < shortest.description
    ? [advice(field, `The description has only ${length} characters; one or two sentences say more.`)]
    : [];
}

/** Checks that there is any content. */
function checkBody(draft: CheckedDraft): Finding[] {
  const texts = richTextsOf(draft.kind, draft.data);
  const [first] = texts;
  if (!first || texts.some(({ doc }) => !isEmptyDoc(doc))) return [];
  if (hasOtherContent(draft))
    return [advice(first.field, `${first.label} is empty; a few words help readers and search engines.`)];
  return [error(first.field, `${first.label} is empty: the page would have nothing to read.`)];
}

/** Pictures, a video or list rows count as content. */
function hasOtherContent({ kind, data }: CheckedDraft): boolean {
  return fieldsOfKind(kind).some(([name, { fillsPage }]) => fillsPage(Reflect.get(data, name)));
}

const placeholderText =
  /lorem ipsum|dolor sit amet|\bTODO\b|\bFIXME\b|\bplaceholder text\b|\byour text here\b/i;
const unfinishedText = /\bT\.?B\.?[ACD]\b|\bX{3,}\b|\?{3,}|\[(?:\.{3}|…|\s)\]/;

/** Placeholder words. */
function checkPlaceholders({ kind, data }: CheckedDraft): Finding[] {
  return fieldsOfKind(kind).flatMap(([field, { label }]) => {
    const words = wordsIn(Reflect.get(data, field));
    const [left] = placeholderText.exec(words) ?? [];
    if (left !== undefined) return [error(field, `${label} still contains ${quote(left)}.`)];
    const [unsure] = unfinishedText.exec(words) ?? [];
    return unsure === undefined ? [] : [advice(field, `${label} contains ${quote(unsure)}: is it finished?`)];
  });
}

function wordsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsIn).join("\n");
  if (typeof value !== "object" || value === null) return "";
  // Only a rich text has this type.
  if ("type" in value && value.type === "doc") return toText(value as Parameters<typeof toText>[0]);
  return Object.values(value).map(wordsIn).join("\n");
}

/** Bytes of the original and all sizes; an ordinary photo takes about five million. */
const heavy = 8_000_000;
/** Pixels; minimum for wide display. */
const narrow = 960;

/** Pictures without alternative text, missing, heavy or small ones, and a missing cover. */
async function checkPictures(db: Database, draft: CheckedDraft): Promise<Finding[]> {
  const shown = picturesOf(draft);
  const files = await readFiles(db, [...new Set(shown.map(({ id }) => id))]);
  return [
    ...shown.flatMap((one) => checkPicture(one, files.get(one.id))),
    ...checkCover(draft, files.get(draft.data.cover ?? "")),
  ];
}

interface Shown {
  field: string;
  id: string;
  /** Alternative text given in the document, if any. */
  alt: string;
}

function picturesOf(draft: CheckedDraft): Shown[] {
  const inTexts = richTextsOf(draft.kind, draft.data).flatMap(({ field, doc }) =>
    picturesIn(doc.content).map(({ attrs }) => ({ field, id: attrs.file, alt: attrs.alt ?? "" })),
  );
  const inFields = fieldsOfKind(draft.kind).flatMap(([field, { holds }]) => {
    if (holds !== "pictures") return [];
    return [Reflect.get(draft.data, field)]
      .flat()
      .flatMap((id) => (typeof id === "string" ? [{ field, id, alt: "" }] : []));
  });
  return [...new Map([...inFields, ...inTexts].map((one) => [`${one.field} ${one.id}`, one])).values()];
}

function picturesIn(blocks: readonly Block[]): PictureBlock[] {
  return blocks.flatMap((block) => {
    if (block.type === "image") return [block];
    return "content" in block && Array.isArray(block.content)
      ? picturesIn(block.content as Block[]) // other content has no pictures
      : [];
  });
}

type FileFacts = Awaited<ReturnType<typeof readFiles>> extends Map<string, infer Facts> ? Facts : never;

async function readFiles(db: Database, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.query
          .selectFrom("files")
          .select(["id", "name", "alt", "bytes", "width"])
          .where("id", "in", ids)
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function checkPicture({ field, id, alt }: Shown, file: FileFacts | undefined): Finding[] {
  if (!file) return [error(field, "A picture is no longer in the library. Choose another, or remove it.")];
  const name = quote(file.name);
  const found: Finding[] = [];
  if (alt === "" && file.alt === "")
    found.push({
      ...error(field, `The picture ${name} has no alt text. Describe it in a few words.`),
      picture: id,
    });
  if (file.bytes > heavy) {
    const message = `The picture ${name} is heavy: ${(file.bytes / 1_000_000).toFixed(1)} MB in all its sizes. A smaller or less detailed one loads faster on phones.`;
    found.push({ ...advice(field, message), picture: id });
  }
  return found;
}

function checkCover({ kind, data }: CheckedDraft, cover: FileFacts | undefined): Finding[] {
  if (!kind.hasPage || kind.hasFace) return [];
  if (cover && cover.width < narrow)
    return [
      advice(
        "cover",
        `The cover is ${cover.width} pixels wide; below ${narrow} it looks soft on large screens.`,
      ),
    ];
  if (coverIdOf(kind, data) === null && data.seo.image === null)
    return [advice("cover", "No cover picture. A pattern is used instead.")];
  return [];
}

/** Problem to fix before publishing; an error requires a reason. */
export interface Finding {
  level: "error" | "advice";
  /** Field name; parts of groups follow a dot. */
  field: string;
  message: string;
  /** Id of the library picture to fix, if any. */
  picture?: string;
}

/** Version being checked. */
interface CheckedDraft {
  kind: Kind;
  data: DataOf<Kind>;
}

function error(field: string, message: string): Finding {
  return { level: "error", field, message };
}

function advice(field: string, message: string): Finding {
  return { level: "advice", field, message };
}

/** Text of an entry, shortened for a message. */
function quote(words: string, most = 60): string {
  return `“${shorten(words.replace(/\s+/g, " ").trim(), most)}”`;
}
