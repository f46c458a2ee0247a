import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { changeCategory, createCategory } from "#app/domain/content/categories/categories.ts";
import { removeCategory } from "#app/domain/content/categories/remove-category.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { deletePermanently } from "#app/domain/content/trash.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import { undoAction, withUndo } from "#app/domain/content/versions/undo.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  createEntry,
  duplicateEntry,
  publish,
  recategorize,
  reorderEntry,
  saveVersion,
  trash,
  unpublish,
} from "#tests/support/entries.ts";
import * as publishing from "./publishing.ts";

const actor = { id: "asha", requestId: "test" };
const actionContext = { actor, now: new Date("2026-03-01T10:00:00.000Z") };
const later = { actor, now: new Date("2026-03-01T10:05:00.000Z") };

/** Database that fails after the n-th statement of an action. */
function failingAfter(db: Database, statements: number): Database {
  let left = statements;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      left -= 1;
      if (left === 0) throw new Error("broken here");
      return result;
    },
  };
  return { ...db, query: db.query.withPlugin(plugin) };
}

const tables = [
  "entries",
  "entry_versions",
  "entry_links",
  "entry_facets",
  "facet_counts",
  "former_slugs",
  "undo_snapshots",
  "entry_title_words",
  "categories",
  "former_category_slugs",
  "category_redirects",
  "audit",
  "internal_links",
] as const;

async function dumpTables(db: Database): Promise<string> {
  const all: unknown[] = [];
  for (const table of tables) {
    // Every item of the list is a table name.
    const rows = await db.query
      .selectFrom(table as "entries")
      .selectAll()
      .execute();
    all.push(rows.map((row) => JSON.stringify(row)).sort());
  }
  return JSON.stringify(all);
}

interface Fixture {
  live: string;
  waits: string;
  trashed: string;
  places: string[];
  type: string;
  other: string;
}

async function prepare(db: Database): Promise<Fixture> {
  return write(db, async (tx) => {
    const [type, other] = [
      await createCategory(tx, "blog", { name: "Type" }),
      await createCategory(tx, "blog", { name: "Other" }),
    ];
    const post = async (title: string) =>
      (await createEntry(tx, blog, { title, tags: ["Tea"], categories: [type.id] }, actionContext)).id;
    const [live, waits, trashed] = [await post("Live"), await post("Waits"), await post("Trashed")];
    for (const id of [live, waits, trashed]) await publish(tx, blog, id, actionContext);
    await saveVersion(tx, blog, waits, 1, { title: "Renamed" }, actionContext);
    await trash(tx, blog, trashed, actionContext);
    const places: string[] = [];
    for (const title of ["A", "B", "C"])
      places.push((await createEntry(tx, service, { title }, { ...actionContext, position: 1 })).id);
    const entry = await openEntry(tx, blog, live);
    await withUndo(tx, entry, { ...actionContext, undo: "earlier" }, () =>
      publishing.archive(tx, entry, actionContext),
    );
    await publish(tx, service, places[0] ?? "", actionContext);
    return { live, waits, trashed, places, type: type.id, other: other.id };
  });
}

const inTransaction =
  (work: (tx: Writing, fixture: Fixture) => Promise<unknown>) => (db: Database, fixture: Fixture) =>
    write(db, (tx) => work(tx, fixture));

const actions: Record<string, (db: Database, fixture: Fixture) => Promise<unknown>> = {
  "publish a rename": inTransaction(async (tx, { waits }) => {
    const entry = await openEntry(tx, blog, waits);
    return withUndo(tx, entry, { ...later, undo: "u" }, () => publishing.publish(tx, entry, later));
  }),
  unpublish: inTransaction((tx, { waits }) => unpublish(tx, blog, waits, later)),
  trash: inTransaction((tx, { waits }) => trash(tx, blog, waits, later)),
  duplicate: inTransaction((tx, { waits }) => duplicateEntry(tx, blog, waits, later)),
  categorise: inTransaction((tx, { waits, other }) => recategorize(tx, blog, waits, { add: other }, later)),
  "move without a gap": inTransaction((tx, { places: [a = "", , c = ""] }) =>
    reorderEntry(tx, service, c, { before: a }, later),
  ),
  "delete permanently": (db, { trashed }) => deletePermanently(db, trashed, later),
  undo: (db) => undoAction(db, "earlier", later),
  "merge categories": inTransaction((tx, { type, other }) => removeCategory(tx, "blog", type, other, actor)),
  "rename a category": inTransaction((tx, { type }) =>
    changeCategory(tx, "blog", type, { name: "New" }, actor),
  ),
};

test.each(engines.flatMap((engine) => Object.keys(actions).map((name) => ({ engine, name }))))(
  "$engine: D8 $name is atomic at every point of failure",
  async ({ engine, name }) => {
    await using open = await openTestDatabase(engine);
    const fixture = await prepare(open.db);
    const before = await dumpTables(open.db);
    const work = actions[name];
    let breaks = 0;
    for (let n = 1; n < 300; n += 1) {
      const outcome = await work?.(failingAfter(open.db, n), fixture).then(
        () => "done",
        (error: Error) => error.message,
      );
      if (outcome === "done") break;
      expect([n, outcome]).toEqual([n, "broken here"]);
      expect(await dumpTables(open.db)).toBe(before);
      breaks = n;
    }
    expect(breaks).toBeGreaterThan(4);
    expect(await dumpTables(open.db)).not.toBe(before);
  },
);
