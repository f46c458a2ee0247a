import { expect, test } from "vitest";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  archive,
  createEntry,
  publish,
  restoreVersion,
  saveVersion,
  schedule,
  trash,
  untrash,
} from "#tests/support/entries.ts";
import { aRow } from "#tests/support/library.ts";
import type { Kind } from "./kind.ts";
import { blog } from "./kinds/blog.ts";
import { media } from "./kinds/media.ts";
import { kinds } from "./kinds.ts";
import {
  countFacet,
  countPublished,
  countValue,
  findNeighbours,
  findPublished,
  listPublished,
  readPublished,
} from "./published/entries.ts";
import { runDue } from "./publishing/schedule.ts";
import { searchPublished } from "./search.ts";
import { listVersions, readEntry } from "./versions/read-versions.ts";

const actor = { id: "tester", requestId: "test" };
const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor, now };

function draft(db: Database, kind: Kind, data: Record<string, unknown>) {
  return write(db, (tx) => createEntry(tx, kind, data, actionContext));
}

async function published(db: Database, kind: Kind, data: Record<string, unknown>) {
  const { id } = await draft(db, kind, data);
  return write(db, (tx) => publish(tx, kind, id, actionContext));
}

const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));

test.each(cases)("$engine, $name: a draft becomes public when published", async ({ engine, kind }) => {
  await using open = await openTestDatabase(engine);
  const entry = await draft(open.db, kind, { title: "River Ledger" });
  expect(entry.state).toBe("draft");
  expect(await findPublished(open.db, kind, "River-Ledger")).toBeNull();
  const live = await write(open.db, (tx) => publish(tx, kind, entry.id, actionContext));
  expect(live.state).toBe("published");
  expect(await findPublished(open.db, kind, "River-Ledger")).toMatchObject({
    entry: { title: "River Ledger" },
  });
  expect((await listPublished(open.db, kind)).cards.map((card) => card.title)).toEqual(["River Ledger"]);
});

test.each(cases)(
  "$engine, $name: newer edits stay private, with the state changed",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "First", summary: "old words" });
    const edited = await write(open.db, (tx) =>
      saveVersion(tx, kind, id, 1, { title: "First", summary: "new words" }, actionContext),
    );
    expect(edited.state).toBe("changed");
    expect(await findPublished(open.db, kind, "First")).toMatchObject({
      entry: { data: { summary: "old words" } },
    });
    await write(open.db, (tx) => publish(tx, kind, id, actionContext));
    expect(await findPublished(open.db, kind, "First")).toMatchObject({
      entry: { data: { summary: "new words" } },
    });
  },
);

test.each(cases)("$engine, $name: D6 one of fifty concurrent saves succeeds", async ({ engine, kind }) => {
  await using open = await openTestDatabase(engine);
  const { id } = await draft(open.db, kind, { title: "Contested" });
  const saves = Array.from({ length: 50 }, (_, n) =>
    write(open.db, (tx) => saveVersion(tx, kind, id, 1, { title: `Contested ${n}` }, actionContext)),
  );
  const results = await Promise.allSettled(saves);
  const saved = results.filter((result) => result.status === "fulfilled");
  expect(saved).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused.every((reason) => reason.code === "stale" && reason.detail.version === 2)).toBe(true);
});

test.each(cases)(
  "$engine, $name: former addresses redirect; A→B→A does not loop",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "A" });
    const rename = async (from: number, title: string) => {
      await write(open.db, (tx) => saveVersion(tx, kind, id, from, { title }, actionContext));
      await write(open.db, (tx) => publish(tx, kind, id, actionContext));
    };
    await rename(1, "B");
    expect(await findPublished(open.db, kind, "A")).toEqual({
      redirectTo: kind.hasPage ? `${kind.path}/B` : kind.path,
      isFormer: true,
    });
    await rename(2, "A");
    expect(await findPublished(open.db, kind, "A")).toMatchObject({ entry: { title: "A" } });
    expect(await findPublished(open.db, kind, "B")).toEqual({
      redirectTo: kind.hasPage ? `${kind.path}/A` : kind.path,
      isFormer: true,
    });
    await rename(3, "C");
    expect(await findPublished(open.db, kind, "A")).toMatchObject({
      redirectTo: kind.hasPage ? `${kind.path}/C` : kind.path,
    });
    expect(await findPublished(open.db, kind, "B")).toMatchObject({
      redirectTo: kind.hasPage ? `${kind.path}/C` : kind.path,
    });
  },
);

test.each(cases)(
  "$engine, $name: ignores case, Unicode form and spaces in addresses",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    await published(open.db, kind, { title: "UI/UX Big Caf\u00e9" });
    const moved = {
      redirectTo: kind.hasPage ? `${kind.path}/UI%2FUX-Big-Caf%C3%A9` : kind.path,
      isFormer: false,
    };
    expect(await findPublished(open.db, kind, "ui/ux-big-caf\u00e9")).toEqual(moved);
    expect(await findPublished(open.db, kind, "UI/UX-Big-Cafe\u0301")).toEqual(moved);
    expect(await findPublished(open.db, kind, "UI/UX Big  Caf\u00e9")).toEqual(moved);
  },
);

test.each(cases)("$engine, $name: I7 one of fifty equal titles succeeds", async ({ engine, kind }) => {
  await using open = await openTestDatabase(engine);
  const titles = ["Same Title", "same-title", "Same  Title", "SAME TITLE"];
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) => draft(open.db, kind, { title: titles[n % 4] })),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(
    reasons.every(
      (reason) => reason.code === "invalid" && /already has the address/.test(reason.fields.title),
    ),
  ).toBe(true);
});

test.each(cases)(
  "$engine, $name: rejects an address reserved by an unpublished rename",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "Old" });
    await write(open.db, (tx) => saveVersion(tx, kind, id, 1, { title: "Wanted" }, actionContext));
    await expect(draft(open.db, kind, { title: "wanted" })).rejects.toMatchObject({ code: "invalid" });
    await expect(draft(open.db, kind, { title: "Old" })).rejects.toMatchObject({ code: "invalid" });
  },
);

test.each(cases)(
  "$engine, $name: Bangla, punctuated and 300-character titles have pages",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    for (const title of ["বাংলা হরফে ওয়েবসাইট", "50% off? / #1", "x".repeat(300), "%2F"]) {
      const { slug } = await published(open.db, kind, { title });
      expect(await findPublished(open.db, kind, slug)).toMatchObject({ entry: { title } });
    }
    await expect(draft(open.db, kind, { title: "x".repeat(301) })).rejects.toMatchObject({
      fields: { title: expect.stringContaining("300") },
    });
    for (const title of [".", "..", "", " \u200b\u00a0"])
      await expect(draft(open.db, kind, { title })).rejects.toMatchObject({ code: "invalid" });
  },
);

test.each(cases)("$engine, $name: Z3 rejects unknown keys by name", async ({ engine, kind }) => {
  await using open = await openTestDatabase(engine);
  const hostile = JSON.parse('{"title":"T","state":"published","__proto__":{"x":1}}');
  await expect(draft(open.db, kind, hostile)).rejects.toMatchObject({ code: "invalid" });
  expect(Reflect.get({}, "x")).toBeUndefined();
});

test.each(cases)(
  "$engine, $name: the schedule publishes and archives, also after downtime",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await draft(open.db, kind, { title: "Later" });
    const times = { publishAt: "2026-03-02T08:00:00.000Z", unpublishAt: "2026-03-03T08:00:00.000Z" };
    expect((await write(open.db, (tx) => schedule(tx, kind, id, times, actionContext))).state).toBe(
      "scheduled",
    );
    const at = (moment: string) =>
      runDue(open.db, { now: () => new Date(moment) }, (error) => {
        throw error;
      });
    expect(await at("2026-03-02T07:59:59.999Z")).toBe(0);
    expect(await at("2026-03-02T12:00:00.000Z")).toBe(1);
    expect(await findPublished(open.db, kind, "Later")).toMatchObject({ entry: { title: "Later" } });
    expect(await at("2026-03-03T08:00:00.000Z")).toBe(1);
    expect(await findPublished(open.db, kind, "Later")).toBeNull();
    expect((await readEntry(open.db, kind, id)).state).toBe("archived");
  },
);

test.each(cases)(
  "$engine, $name: restores from the trash unless the address is taken",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "Kept" });
    await write(open.db, (tx) => trash(tx, kind, id, actionContext));
    expect(await countPublished(open.db, kind)).toBe(0);
    expect(await findPublished(open.db, kind, "Kept")).toBeNull();
    expect((await write(open.db, (tx) => untrash(tx, kind, id, actionContext))).state).toBe("published");
    expect(await countPublished(open.db, kind)).toBe(1);
    await write(open.db, (tx) => trash(tx, kind, id, actionContext));
    await draft(open.db, kind, { title: "kept" });
    await expect(write(open.db, (tx) => untrash(tx, kind, id, actionContext))).rejects.toMatchObject({
      code: "invalid",
    });
  },
);

test.each(cases)("$engine, $name: restoring a version preserves the history", async ({ engine, kind }) => {
  await using open = await openTestDatabase(engine);
  const { id } = await draft(open.db, kind, { title: "One" });
  await write(open.db, (tx) => saveVersion(tx, kind, id, 1, { title: "Two" }, actionContext));
  const restored = await write(open.db, (tx) => restoreVersion(tx, kind, id, 1, 2, actionContext));
  expect(restored).toMatchObject({ version: 3, title: "One" });
  expect((await listVersions(open.db, id)).map((version) => version.number)).toEqual([3, 2, 1]);
});

test.each(cases)(
  "$engine, $name: merges one person's autosaves into a newer version",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await draft(open.db, kind, { title: "Typing" });
    for (const based of [1, 2, 3])
      await write(open.db, (tx) =>
        saveVersion(
          tx,
          kind,
          id,
          based,
          { title: "Typing", summary: `${based}` },
          { ...actionContext, isAutosave: true },
        ),
      );
    expect((await listVersions(open.db, id)).map((version) => version.number)).toEqual([4, 1]);
  },
);

test.each(cases)(
  "$engine, $name: search matches public words by prefix, including Bangla",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "Weighbridge ledger", summary: "কর্ণফুলী নদীর ঘাট" });
    const titles = async (query: string) =>
      (await searchPublished(open.db, query)).map((hit) => hit.card.title);
    expect(await titles("LEDG weigh")).toEqual(["Weighbridge ledger"]);
    expect(await titles("কর্ণফুলী")).toEqual(["Weighbridge ledger"]);
    expect(await titles("কর্ণ নদী")).toEqual(["Weighbridge ledger"]);
    expect(await titles("ফুলী")).toEqual([]);
    expect(await titles("'; drop table entries -- \" * OR NEAR(")).toEqual([]);
    await write(open.db, (tx) => archive(tx, kind, id, actionContext));
    expect(await titles("ledger")).toEqual([]);
  },
);

test.each(cases)(
  "$engine, $name: cursors visit every entry once in both directions",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    for (let n = 0; n < 7; n += 1) await published(open.db, kind, { title: `Entry ${n}` });
    const seen: string[] = [];
    let page = await listPublished(open.db, kind, { limit: 3 });
    expect(page.previous).toBeNull();
    for (;;) {
      seen.push(...page.cards.map((card) => card.title));
      if (page.next === null) break;
      page = await listPublished(open.db, kind, { limit: 3, after: page.next });
    }
    expect(new Set(seen).size).toBe(7);
    const back = await listPublished(open.db, kind, { limit: 3, before: page.previous ?? "" });
    expect(back.cards.map((card) => card.title)).toEqual(seen.slice(3, 6));
    expect((await listPublished(open.db, kind, { after: "garbage" })).cards).toHaveLength(7);
  },
);

test.each(cases)(
  "$engine, $name: a write invalidates its tags; drafts change nothing public",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const invalidated: string[] = [];
    open.db.changes.onChange((names) => invalidated.push(...(names ?? [])));
    const { id } = await draft(open.db, kind, { title: "Quiet" });
    expect(invalidated).toEqual([cacheTags.states(kind.name)]);
    await write(open.db, (tx) => publish(tx, kind, id, actionContext));
    expect(invalidated).toEqual(
      expect.arrayContaining([
        cacheTags.entry(id),
        cacheTags.list(kind.name),
        ...(kind.inMenu ? [cacheTags.menu] : []),
      ]),
    );
  },
);

test.each(engines)("%s: filtered lists and counts follow publish, edit and archive", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const tagged = async (n: number, tags: string[]) =>
    (await published(db, blog, { title: `Post ${n}`, tags, publishedOn: `2026-01-0${n}` })).id;
  const ids = [
    await tagged(1, ["Core Web"]),
    await tagged(2, ["core web", "Type"]),
    await tagged(3, ["Core Web"]),
  ];
  const facet = { field: "tags", value: "Core-Web" };
  const first = await listPublished(db, blog, { facet, limit: 2 });
  expect(first.cards.map((card) => card.title)).toEqual(["Post 3", "Post 2"]);
  expect(
    (await listPublished(db, blog, { facet, limit: 2, after: first.next ?? "" })).cards.map(
      (card) => card.title,
    ),
  ).toEqual(["Post 1"]);
  expect(await countFacet(db, blog, "tags")).toMatchObject([
    { key: "core-web", count: 3 },
    { key: "type", count: 1 },
  ]);
  await write(db, (tx) =>
    saveVersion(tx, blog, ids[1] ?? "", 1, { title: "Post 2", tags: [] }, actionContext),
  );
  expect(await countValue(db, blog, "tags", "type")).toBe(1);
  await write(db, (tx) => publish(tx, blog, ids[1] ?? "", actionContext));
  await write(db, (tx) => archive(tx, blog, ids[0] ?? "", actionContext));
  expect(await countFacet(db, blog, "tags")).toMatchObject([{ key: "core-web", count: 1 }]);
  const [third] = await readPublished(db, blog, ids.slice(2, 3));
  expect(third && (await findNeighbours(db, blog, third))).toMatchObject({
    previous: { title: "Post 2" },
    next: null,
  });
});

test.each(engines)("%s: the first gallery picture replaces a missing cover", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [first, second] = [await aRow(db), await aRow(db)];
  const { id } = await published(db, media, { title: "From the wall", gallery: [first, second] });
  const coverOf = async () => (await listPublished(db, media)).cards[0]?.cover?.id;
  expect(await coverOf()).toBe(first);
  await write(db, (tx) =>
    saveVersion(tx, media, id, 1, { title: "From the wall", gallery: [second, first] }, actionContext),
  );
  expect(await coverOf()).toBe(first);
  await write(db, (tx) => publish(tx, media, id, actionContext));
  expect(await coverOf()).toBe(second);
});

test.each(cases)(
  "$engine, $name: old data gets new fields and loses removed ones",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { id } = await published(open.db, kind, { title: "River Ledger", summary: "Kept" });
    const whole = await readEntry(open.db, kind, id);
    const older = JSON.stringify({ title: "River Ledger", summary: "Kept", cover: null, former: 1 });
    await open.db.query.updateTable("entry_versions").set({ data: older, card: older }).execute();
    expect((await readEntry(open.db, kind, id)).data).toEqual(whole.data);
    const { cards } = await listPublished(open.db, kind);
    expect(cards[0]?.data).not.toHaveProperty("former");
    expect(await findPublished(open.db, kind, "River-Ledger")).toMatchObject({ entry: { data: whole.data } });
  },
);
