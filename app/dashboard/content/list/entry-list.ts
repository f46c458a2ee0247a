import type { ActionOk } from "#app/dashboard/parts/action-result.ts";
import type { FormInput } from "#app/dashboard/parts/handle-action.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import { listViews, removeView, saveView } from "#app/domain/accounts/staff/saved-views.ts";
import { findCategory, listCategories } from "#app/domain/content/categories/categories.ts";
import { categoryFieldOf, recategorize } from "#app/domain/content/categories/recategorize.ts";
import { type Kind, wordsOfByline } from "#app/domain/content/kind.ts";
import { type Taxonomy, taxonomies } from "#app/domain/content/kinds.ts";
import { publishChecked } from "#app/domain/content/publishing/check-and-publish.ts";
import { formatReport, formatUndoReport } from "#app/domain/content/publishing/format-report.ts";
import { archive, trash, unpublish } from "#app/domain/content/publishing/publishing.ts";
import { moveByOne, reorderEntry } from "#app/domain/content/reorder-entry.ts";
import { findHintRows } from "#app/domain/content/staff-list/find-entries.ts";
import {
  countMatching,
  countStates,
  listBylines,
  listEditors,
  listForStaff,
  type StaffPage,
  type StaffRow,
} from "#app/domain/content/staff-list/list-for-staff.ts";
import type { StaffFilter } from "#app/domain/content/staff-list/staff-filter.ts";
import { duplicateEntry } from "#app/domain/content/versions/create-entry.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import {
  type BulkEntryAction,
  runBulk,
  snapshotCreated,
  undoAction,
} from "#app/domain/content/versions/undo.ts";
import { pictureAddress } from "#app/domain/files/pictures/picture.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import { momentOf } from "#app/lib/text/moments.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { describeKind } from "../kind-of-screen.ts";
import {
  addressOf,
  hasFilters,
  type ListCapabilities,
  type ListParams,
  parseListParams,
  queryOf,
} from "./list-params.ts";

/** Reads the list of a kind for the filters in its address. */
export async function readEntryList({ db, person, timeZone, request }: Staff, kind: Kind) {
  const capabilities = capabilitiesOf(kind);
  const params = parseListParams(new URL(request.url).searchParams, capabilities);
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
  const bylineKeys = capabilities.hasByline ? await listBylines(db, kind) : [];
  const bylineOf = await readBylineNames(db, [...bylineKeys, ...page.rows.map(({ byline }) => byline)]);
  const counts = await countStates(db, kind);
  const described = describeKind(kind);
  return {
    kind: described,
    params,
    capabilities,
    counts,
    categories,
    taxonomyPath: taxonomyPath(taxonomy),
    rows: page.rows.map((row) => presentRow(row, categories, { nameOf, bylineOf })),
    first: page.before + 1,
    next: page.next && addressOf(described.list, params, { after: page.next }, capabilities),
    previous: page.previous && addressOf(described.list, params, { before: page.previous }, capabilities),
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

function capabilitiesOf(kind: Kind): ListCapabilities {
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

/** Converts parameters to a filter; null for an unknown category, which has no entries. */
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

/** Number of matching entries; null above the limit of counting. */
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

/** Names of authors by key, in the format of `bylineKeyOf`. */
async function readBylineNames(db: Database, keys: readonly string[]): Promise<(key: string) => string> {
  const ids = [...new Set(keys)].filter((key) => key !== "" && wordsOfByline(key) === null);
  const rows = ids.length === 0 ? [] : await findHintRows(db, ids);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return (key) => wordsOfByline(key) ?? titles.get(key) ?? "";
}

/** Language attribute for a title that is not English. */
function languageOf(title: string): "bn" | undefined {
  return isMainlyBangla(title) ? "bn" : undefined;
}

type ListAction = (sent: FormInput, staff: Staff) => Promise<ActionOk>;

/** Actions of the list of a kind. */
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
        () => (tx, entry, actionContext) => reorderEntry(tx, entry, targetOf(sent), actionContext),
      )(sent, staff),
    duplicate: (sent, staff) => duplicate(kind, sent, staff),
    undo: async (sent, { db, actionContext }) =>
      formatUndoReport(await undoAction(db, sent.text("undo"), actionContext)),
    "save-view": (sent, staff) => saveListView(kind, sent, staff),
    "remove-view": async (sent, { db, person }) => {
      const { name } = await write(db, (tx) => removeView(tx, person.id, sent.text("view")));
      return { done: `Deleted the view “${name}”.` };
    },
  };
}

const maxAtOnce = 100;

function each(kind: Kind, did: string, work: (staff: Staff) => BulkEntryAction): ListAction {
  return async (sent, staff) => {
    const ids = sent.all("id").slice(0, maxAtOnce);
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

function targetOf(sent: FormInput) {
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

/** Stores only the parameters that the list supports. */
async function saveListView(
  kind: Kind,
  sent: FormInput,
  { db, person, actionContext }: Staff,
): Promise<ActionOk> {
  const capabilities = capabilitiesOf(kind);
  const params = parseListParams(new URLSearchParams(sent.text("query")), capabilities);
  const query = queryOf({ ...params, after: "", before: "" }, capabilities);
  const name = sent.text("name");
  await write(db, (tx) => saveView(tx, person.id, kind.name, { name, query }, actionContext.now));
  return { done: `Saved the view “${name.trim()}”.` };
}
