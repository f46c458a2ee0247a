import { readActorNames } from "#app/accounts/staff/actor-names.ts";
import { listViews } from "#app/accounts/staff/saved-views.ts";
import { findCategory, listCategories } from "#app/content/categories/categories.ts";
import { categoryFieldOf } from "#app/content/categories/recategorize.ts";
import type { Kind } from "#app/content/kind.ts";
import { type Taxonomy, taxonomies } from "#app/content/kinds.ts";
import { countStates, listAuthors } from "#app/content/staff-list/count-states.ts";
import { countMatching } from "#app/content/staff-list/find-places.ts";
import { listForStaff, type StaffPage } from "#app/content/staff-list/list-for-staff.ts";
import type { StaffFilter } from "#app/content/staff-list/staff-filter.ts";
import type { StaffRow } from "#app/content/staff-list/staff-row.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { pictureAddress } from "#app/files/pictures/picture.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import { momentOf } from "#app/text/moments.ts";
import { describeKind } from "../kind-of-screen.ts";
import { addressOf, hasFilters, type ListParams, type Possible, parseListParams } from "./list-params.ts";

/** Everything the list of a kind shows for its address. */
export async function readEntryList({ db, person, timeZone, request }: Staff, kind: Kind) {
  const possible = possibleFor(kind);
  const asked = parseListParams(new URL(request.url).searchParams, possible);
  const taxonomy = taxonomyOf(kind);
  const categories = taxonomy ? await listCategories(db, taxonomy) : [];
  const filter = await filterOf(db, taxonomy, asked, timeZone);
  const { sort, direction, after, before } = asked;
  const page: StaffPage =
    filter === null
      ? { rows: [], before: 0, next: null, previous: null }
      : await listForStaff(db, kind, filter, {
          sort,
          direction,
          ...(after && { after }),
          ...(before && { before }),
        });
  const authorIds = await listAuthors(db, kind);
  const nameOf = await readActorNames(db, [...authorIds, ...page.rows.map(({ author }) => author)]);
  const counts = await countStates(db, kind);
  const described = describeKind(kind);
  return {
    kind: described,
    asked,
    possible,
    counts,
    categories,
    taxonomyPath: taxonomyPath(taxonomy),
    rows: page.rows.map((row) => presentRow(row, categories, nameOf)),
    first: page.before + 1,
    next: page.next && addressOf(described.list, asked, { after: page.next }, possible),
    previous: page.previous && addressOf(described.list, asked, { before: page.previous }, possible),
    found: filter === null ? 0 : await countFound(db, kind, asked, filter, counts),
    authors: authorIds.map((id) => ({ id, name: nameOf(id) })),
    views: await listViews(db, person.id, kind.name),
  };
}

export type ListScreen = Awaited<ReturnType<typeof readEntryList>>;
export type ListRow = ListScreen["rows"][number];

export function possibleFor(kind: Kind): Possible {
  return { isOrdered: kind.order === "position", hasCategories: categoryFieldOf(kind) !== null };
}

export function taxonomyOf(kind: Kind): Taxonomy | undefined {
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
  { q, state, category, author, from, to }: ListParams,
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
    ...(author && { author }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** How many there are; null when they are more than it is worth counting. */
async function countFound(
  db: Database,
  kind: Kind,
  asked: ListParams,
  filter: StaffFilter,
  counts: Record<State, number>,
): Promise<number | null> {
  if (!hasFilters({ ...asked, state: "" }))
    return asked.state === "" ? Object.values(counts).reduce((sum, n) => sum + n, 0) : counts[asked.state];
  const most = 200;
  const count = await countMatching(db, kind, filter, most);
  return count > most ? null : count;
}

function presentRow(
  row: StaffRow,
  categories: { id: string; name: string }[],
  nameOf: (id: string | null) => string,
) {
  const { cover, author, ...rest } = row;
  return {
    ...rest,
    lang: languageOf(row.title),
    categories: row.categories.flatMap((id) => categories.find((one) => one.id === id)?.name ?? []),
    author: nameOf(author),
    thumb: cover && pictureAddress(cover, Math.min(cover.width, 320), "webp"),
  };
}

/** The language to mark a title with, where it is not the dashboard's own. */
function languageOf(title: string): "bn" | undefined {
  return isMainlyBangla(title) ? "bn" : undefined;
}
