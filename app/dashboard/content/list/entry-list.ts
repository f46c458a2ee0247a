import { readActorNames } from "#app/accounts/staff/actor-names.ts";
import { listViews, removeView, saveView } from "#app/accounts/staff/saved-views.ts";
import { findCategory, listCategories } from "#app/content/categories/categories.ts";
import { categoryFieldOf, recategorize } from "#app/content/categories/recategorize.ts";
import { type Kind, wordsOfByline } from "#app/content/kind.ts";
import { type Taxonomy, taxonomies } from "#app/content/kinds.ts";
import { publishChecked } from "#app/content/publishing/check-and-publish.ts";
import { formatReport, formatUndoReport } from "#app/content/publishing/format-report.ts";
import { archive, trash, unpublish } from "#app/content/publishing/publishing.ts";
import { moveByOne, reorderEntry } from "#app/content/reorder-entry.ts";
import { findHintRows } from "#app/content/staff-list/find-entries.ts";
import {
  countMatching,
  countStates,
  listBylines,
  listEditors,
  listForStaff,
  type StaffPage,
  type StaffRow,
} from "#app/content/staff-list/list-for-staff.ts";
import type { StaffFilter } from "#app/content/staff-list/staff-filter.ts";
import { duplicateEntry } from "#app/content/versions/create-entry.ts";
import { openEntry } from "#app/content/versions/open-entry.ts";
import { type BulkEntryAction, runBulk, snapshotCreated, undoAction } from "#app/content/versions/undo.ts";
import type { ActionOk } from "#app/dashboard/parts/action-result.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { type Database, write } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { pictureAddress } from "#app/files/pictures/picture.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import { momentOf } from "#app/text/moments.ts";
import { describeKind } from "../kind-of-screen.ts";
import {
  addressOf,
  hasFilters,
  type ListCapabilities,
  type ListParams,
  parseListParams,
  queryOf,
} from "./list-params.ts";

/** Everything the list of a kind shows for its address. */
export async function readEntryList({ db, person, timeZone, request }: Staff, kind: Kind) {
  const possible = possibleFor(kind);
  const params = parseListParams(new URL(request.url).searchParams, possible);
  const taxonomy = taxonomyOf(kind);
  const categories = taxonomy ? await listCategories(db, taxonomy) : [];
  const filter = await filterOf(db, taxonomy, params, timeZone);
  const { sort, direction, after, before } = params;
  const page: StaffPage =
    filter === null
      ? { rows: [], before: 0, next: null, previous: null }
      : await listForStaff(db, kind, filter, {
          sort,
          direction,
          ...(after && { after }),
          ...(before && { before }),
        });
  const editorIds = await listEditors(db, kind);
  const nameOf = await readActorNames(db, [...editorIds, ...page.rows.map(({ editor }) => editor)]);
  const bylineKeys = possible.hasByline ? await listBylines(db, kind) : [];
  const bylineOf = await readBylineNames(db, [...bylineKeys, ...page.rows.map(({ byline }) => byline)]);
  const counts = await countStates(db, kind);
  const described = describeKind(kind);
  return {
    kind: described,
    params,
    possible,
    counts,
    categories,
    taxonomyPath: taxonomyPath(taxonomy),
    rows: page.rows.map((row) => presentRow(row, categories, { nameOf, bylineOf })),
    first: page.before + 1,
    next: page.next && addressOf(described.list, params, { after: page.next }, possible),
    previous: page.previous && addressOf(described.list, params, { before: page.previous }, possible),
    found: filter === null ? 0 : await countFound(db, kind, params, filter, counts),
    editors: editorIds.map((id) => ({ id, name: nameOf(id) })),
    bylines: bylineKeys
      .map((key) => ({ key, name: bylineOf(key) }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    views: await listViews(db, person.id, kind.name),
  };
}

export type ListScreen = Awaited<ReturnType<typeof readEntryList>>;
export type ListRow = ListScreen["rows"][number];

function possibleFor(kind: Kind): ListCapabilities {
  return {
    isOrdered: kind.order === "position",
    hasCategories: categoryFieldOf(kind) !== null,
    hasByline: kind.byline !== undefined,
  };
}

function taxonomyOf(kind: Kind): Taxonomy | undefined {
  return taxonomies.find(({ name }) => name === categoryFieldOf(kind)?.taxonomy)?.name;
}

function taxonomyPath(taxonomy: Taxonomy | undefined): string {
  const found = taxonomies.find(({ name }) => name === taxonomy);
  return found ? `/dashboard/${found.dashboard}` : "";
}

/** Null when a category is asked for that nobody knows: nothing is in it. */
async function filterOf(
  db: Database,
  taxonomy: Taxonomy | undefined,
  { q, state, category, byline, editor, from, to }: ListParams,
  timeZone: string,
): Promise<StaffFilter | null> {
  const found = category && taxonomy ? await findCategory(db, taxonomy, category) : undefined;
  if (found === null) return null;
  const since = from && momentOf(`${from}T00:00`, timeZone);
  const last = to && momentOf(`${to}T00:00`, timeZone);
  const until = last && new Date(Date.parse(last) + 86_400_000).toISOString();
  return {
    ...(q && { search: q }),
    ...(state && { state }),
    ...(found && { category: found.id }),
    ...(byline && { byline }),
    ...(editor && { editor }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** How many there are; null when they are more than it is worth counting. */
async function countFound(
  db: Database,
  kind: Kind,
  params: ListParams,
  filter: StaffFilter,
  counts: Record<State, number>,
): Promise<number | null> {
  if (!hasFilters({ ...params, state: "" }))
    return params.state === "" ? Object.values(counts).reduce((sum, n) => sum + n, 0) : counts[params.state];
  const most = 200;
  const count = await countMatching(db, kind, filter, most);
  return count > most ? null : count;
}

function presentRow(
  row: StaffRow,
  categories: { id: string; name: string }[],
  { nameOf, bylineOf }: { nameOf: (id: string | null) => string; bylineOf: (key: string) => string },
) {
  const { cover, editor, byline, ...rest } = row;
  return {
    ...rest,
    lang: languageOf(row.title),
    categories: row.categories.flatMap((id) => categories.find((one) => one.id === id)?.name ?? []),
    author: bylineOf(byline),
    editor: nameOf(editor),
    thumb: cover && pictureAddress(cover, Math.min(cover.width, 320), "webp"),
  };
}

/** The names of authors by their keys, as `bylineKeyOf` writes them. */
async function readBylineNames(db: Database, keys: readonly string[]): Promise<(key: string) => string> {
  const ids = [...new Set(keys)].filter((key) => key !== "" && wordsOfByline(key) === null);
  const rows = ids.length === 0 ? [] : await findHintRows(db, ids);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return (key) => wordsOfByline(key) ?? titles.get(key) ?? "";
}

/** The language to mark a title with, where it is not the dashboard's own. */
function languageOf(title: string): "bn" | undefined {
  return isMainlyBangla(title) ? "bn" : undefined;
}

type ListAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** What can be done on the list of a kind. */
export function actionsOf(kind: Kind): Record<string, ListAction> {
  return {
    publish: each(
      kind,
      "Published",
      (staff) => (tx, entry, actionContext) =>
        publishChecked(tx, entry, { ...actionContext, publicUrl: staff.publicUrl }),
    ),
    archive: each(kind, "Archived", () => archive),
    unpublish: each(kind, "Unpublished", () => unpublish),
    trash: each(kind, "Moved to trash:", () => trash),
    "add-category": categorize(kind, "add"),
    "remove-category": categorize(kind, "remove"),
    "move-up": each(
      kind,
      "Moved",
      () => (tx, entry, actionContext) => moveByOne(tx, entry, "up", actionContext),
    ),
    "move-down": each(
      kind,
      "Moved",
      () => (tx, entry, actionContext) => moveByOne(tx, entry, "down", actionContext),
    ),
    move: (sent, staff) =>
      each(
        kind,
        "Moved",
        () => (tx, entry, actionContext) => reorderEntry(tx, entry, besideOf(sent), actionContext),
      )(sent, staff),
    duplicate: (sent, staff) => duplicate(kind, sent, staff),
    undo: async (sent, { db, actionContext }) =>
      formatUndoReport(await undoAction(db, sent.text("undo"), actionContext)),
    "save-view": (sent, staff) => keepView(kind, sent, staff),
    "remove-view": async (sent, { db, person }) => {
      const { name } = await write(db, (tx) => removeView(tx, person.id, sent.text("view")));
      return { done: `Deleted the view “${name}”.` };
    },
  };
}

const mostAtOnce = 100;

function each(kind: Kind, did: string, work: (staff: Staff) => BulkEntryAction): ListAction {
  return async (sent, staff) => {
    const ids = sent.all("id").slice(0, mostAtOnce);
    if (ids.length === 0) throw new DomainError("invalid", "Select at least one entry first.");
    return formatReport(did, await runBulk(staff.db, kind, ids, staff.actionContext, work(staff)));
  };
}

function categorize(kind: Kind, way: "add" | "remove"): ListAction {
  return async (sent, staff) => {
    const taxonomy = taxonomyOf(kind);
    const found = taxonomy && (await findCategory(staff.db, taxonomy, sent.text("into")));
    if (!found) throw new DomainError("invalid", "Choose a category first.");
    const did = way === "add" ? `Added to ${found.name}:` : `Removed from ${found.name}:`;
    return each(
      kind,
      did,
      () => (tx, entry, actionContext) => recategorize(tx, entry, { [way]: found.id }, actionContext),
    )(sent, staff);
  };
}

function besideOf(sent: FormInput) {
  return sent.text("before") === "" ? { after: sent.text("after") } : { before: sent.text("before") };
}

async function duplicate(kind: Kind, sent: FormInput, { db, actionContext }: Staff): Promise<ActionOk> {
  const undo = newId();
  const { title } = await write(db, async (tx) => {
    const entry = await openEntry(tx, kind, sent.text("id"));
    const copy = await duplicateEntry(tx, entry, actionContext);
    await snapshotCreated(tx, copy, { ...actionContext, undo });
    return copy.row;
  });
  return { done: `Created “${title}”, a draft.`, undo: { intent: "undo", values: { undo } } };
}

/** Only what the list understands is kept of an address. */
async function keepView(
  kind: Kind,
  sent: FormInput,
  { db, person, actionContext }: Staff,
): Promise<ActionOk> {
  const possible = possibleFor(kind);
  const params = parseListParams(new URLSearchParams(sent.text("query")), possible);
  const query = queryOf({ ...params, after: "", before: "" }, possible);
  const name = sent.text("name");
  await write(db, (tx) => saveView(tx, person.id, kind.name, { name, query }, actionContext.now));
  return { done: `Saved the view “${name.trim()}”.` };
}
