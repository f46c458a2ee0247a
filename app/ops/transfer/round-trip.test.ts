import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { addRedirects } from "#app/domain/content/urls/resolve-urls.ts";
import { acceptDocument } from "#app/domain/files/documents/accept-document.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { storeFile } from "#app/domain/files/upload/accepted-file.ts";
import { addPicture, insertFile } from "#app/domain/files/upload/upload.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { archive, createEntry, publish, saveVersion, schedule, trash } from "#tests/support/entries.ts";
import fc from "#tests/support/generated.ts";
import { aPdf } from "#tests/support/pdf.ts";
import { exportFolder, exportJson } from "./bundle/export.ts";
import { writeMarkdown } from "./bundle/front-matter.ts";
import { importJson, planAny } from "./import-any.ts";
import { importFolder } from "./import-folder.ts";
import { type AnyEntry, type AnySite, anySite, lives } from "./site.arbitrary.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor: { id: "tester", requestId: "test" }, now };

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-transfer-"));
  const close = async () => {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    db: open.db,
    folder,
    store: await openDiskStore(join(folder, "files")),
    [Symbol.asyncDispose]: close,
  };
}

/** The content of all files of a folder as comparable text. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length), readFileSync(path).toString("latin1")]),
  );
}

async function fill(
  db: Database,
  store: FileStore,
  { settings, categories, entries }: AnySite,
): Promise<void> {
  const pictures = await Promise.all(
    ["শহর.png", "a b?.png"].map(async (name, at) => {
      const bytes = await sharp({ create: { width: 30 + at, height: 20, channels: 4, background: "#0a08" } })
        .png()
        .toBuffer();
      return addPicture(db, store, { bytes, name, alt: name, focal: [0.1 * at, 0.5], ...actionContext });
    }),
  );
  await write(db, async (tx) => {
    const ids = new Map(pictures.map(({ id }, at) => [`picture:${at}`, id]));
    await saveSettings(tx, withPicture(settings, ids.get("picture:0")), actionContext);
    const taxonomies = new Map<string, string[]>();
    for (const taxonomy of ["blog", "portfolio"] as const)
      for (const name of categories)
        taxonomies.set(taxonomy, [
          ...(taxonomies.get(taxonomy) ?? []),
          (await createCategory(tx, taxonomy, { name })).id,
        ]);
    const made = new Map<string, string[]>();
    for (const entry of entries) {
      const kind = kindOf(entry);
      const resolve = (data: Record<string, unknown>) => resolveIds(kind, data, ids, taxonomies, made);
      const { id } = await createEntry(tx, kind, resolve(entry.data), actionContext);
      await applyLife(tx, entry, id, resolve(entry.later));
      made.set(kind.name, [...(made.get(kind.name) ?? []), id]);
      await addRedirects(
        tx,
        [{ from: `/old/${kind.name}?p=${made.size}${id.slice(-3)}`, to: { entry: id } }],
        now,
      );
    }
    const guid = "https://old.example/?p=1&x=<1>";
    await tx.query
      .updateTable("entries")
      .set({ guid, language: "bn-BD", translation_group: "old.example pll_1: <ক>" })
      .where("kind", "=", "blog")
      .execute();
    await addRedirects(tx, [{ from: "/former/%E0%A6%AC", to: { path: "/contact" } }], now);
    await addRedirects(tx, [{ from: "/former/shop", to: { url: "https://shop.company.example/" } }], now);
  });
}

/** Replaces placeholders by real ids, also for pictures in texts. */
function resolveIds(
  kind: Kind,
  data: Record<string, unknown>,
  ids: Map<string, string>,
  taxonomies: Map<string, string[]>,
  made: Map<string, string[]>,
) {
  const text = JSON.stringify(data, (key, value) => {
    if (key === "file") return ids.get("picture:0");
    const input = kind.fields[key as keyof typeof kind.fields]?.input; // unknown keys give undefined
    if (input?.control === "entry") return made.get(input.kind)?.[Number(String(value).at(-1))] ?? null;
    if (input?.control === "entries")
      return (value as string[]).flatMap((one) => made.get(input.kind)?.[Number(one.at(-1))] ?? []);
    if (input?.control === "categories")
      return (value as string[]).flatMap((one) => taxonomies.get(input.taxonomy)?.[Number(one.at(-1))] ?? []);
    return typeof value === "string" ? (ids.get(value) ?? value) : value;
  });
  return JSON.parse(text);
}

function withPicture(value: unknown, file: string | undefined): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === "file" || part === "picture-0" ? file : part)),
  );
}

function kindOf({ kind: name }: AnyEntry): Kind {
  const kind = findKind(name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
}

/** Brings an entry to the state in `life`. */
async function applyLife(tx: Writing, entry: AnyEntry, id: string, later: unknown): Promise<void> {
  const { life } = entry;
  const kind = kindOf(entry);
  const save = (number: number) => saveVersion(tx, kind, id, number, later, actionContext);
  const [soon, end] = ["2031-01-01T00:00:00.000Z", "2032-01-01T00:00:00.000Z"];
  if (life === "draft") return;
  if (life === "scheduled")
    return void (await schedule(tx, kind, id, { publishAt: soon, unpublishAt: end }, actionContext));
  await publish(tx, kind, id, { ...actionContext, publishedAt: "2025-05-05T05:05:05.555Z" });
  if (life === "ending") await schedule(tx, kind, id, { publishAt: null, unpublishAt: end }, actionContext);
  if (["changed", "renaming", "renamed", "waiting"].includes(life)) await save(1);
  if (life === "renamed") await publish(tx, kind, id, actionContext);
  if (life === "waiting") await schedule(tx, kind, id, { publishAt: soon, unpublishAt: end }, actionContext);
  if (life.startsWith("archived") || life === "unscheduled") await archive(tx, kind, id, actionContext);
  if (life === "archived again") await save(1);
  if (life === "unscheduled") {
    await schedule(tx, kind, id, { publishAt: soon, unpublishAt: null }, actionContext);
    await schedule(tx, kind, id, { publishAt: null, unpublishAt: null }, actionContext);
  }
  if (life === "trashed") await trash(tx, kind, id, actionContext);
}

async function roundTrip(from: EngineName, to: EngineName, site: AnySite): Promise<void> {
  await using first = await openSite(from);
  await using second = await openSite(to);
  await fill(first.db, first.store, site);
  const [one, two] = [join(first.folder, "out"), join(second.folder, "out")];
  await exportFolder(first.db, first.store, one);
  await importFolder(second.db, second.store, one, actionContext);
  await exportFolder(second.db, second.store, two);
  expect(contentsOf(two)).toEqual(contentsOf(one));
}

test.each(engines)("%s: import of an export is the identity for any content", async (engine) => {
  await fc.assert(
    fc.asyncProperty(anySite(), (site) => roundTrip(engine, engine, site)),
    { numRuns: engine === "sqlite" ? 25 : 4, endOnFailure: true },
  );
});

/** One entry of every kind in every state. */
function wholeSite(): AnySite {
  const [site] = fc.sample(anySite(), { numRuns: 1, seed: 7 });
  const entries = fc.sample(anySite(), { numRuns: 60, seed: 8 }).flatMap((one) => one.entries);
  const byState = new Map(entries.map((entry) => [`${entry.kind} ${entry.life}`, entry]));
  const all = [...byState.values()].map((entry, at) => ({
    ...entry,
    data: { ...entry.data, title: `${entry.life} বাংলা / ? # % ${at}` },
    later: { ...entry.later, title: `later ${entry.life} ${at}` },
  }));
  return { settings: site?.settings, categories: ["এক", "two"], entries: all };
}

test("round trip between engines keeps every kind in every state", async () => {
  const site = wholeSite();
  expect(new Set(site.entries.map(({ life }) => life)).size).toBe(lives.length);
  await roundTrip("sqlite", "postgres", site);
  await roundTrip("postgres", "sqlite", site);
});

test("the JSON file has the same content as the folder", async () => {
  await using first = await openSite("sqlite");
  await using second = await openSite("sqlite");
  await fill(first.db, first.store, wholeSite());
  const json = join(first.folder, "site.json");
  await exportJson(first.db, first.store, json);
  await exportFolder(first.db, first.store, join(first.folder, "same"));
  for (const path of [json, join(first.folder, "same")])
    expect((await planAny(second.db, path, { uploads: null, now })).report.lines).toEqual([]);
  await importJson(second.db, second.store, json, actionContext);
  const [one, two] = [join(first.folder, "out"), join(second.folder, "out")];
  await exportFolder(first.db, first.store, one);
  await exportFolder(second.db, second.store, two);
  expect(contentsOf(two)).toEqual(contentsOf(one));
});

test("importing an export into its own site changes only version history", async () => {
  await using site = await openSite("sqlite");
  await fill(site.db, site.store, wholeSite());
  const [one, two] = ["one", "two"].map((name) => join(site.folder, name));
  await exportFolder(site.db, site.store, one ?? "");
  await importFolder(site.db, site.store, one ?? "", { ...actionContext, replace: true });
  await exportFolder(site.db, site.store, two ?? "");
  const [before, after] = [contentsOf(one ?? ""), contentsOf(two ?? "")];
  expect({ ...after, "/versions.jsonl": "" }).toEqual({ ...before, "/versions.jsonl": "" });
});

function linked(href: string) {
  const marks = [{ type: "link", attrs: { href } }];
  return { type: "paragraph", content: [{ type: "text", text: "The prices", marks }] };
}

test.each(engines)("%s: exports and imports a PDF with the links to it", async (engine) => {
  await using first = await openSite(engine);
  const accepted = await acceptDocument(aPdf({ pages: 2 }));
  const stored = await storeFile(first.store, accepted);
  await write(first.db, (tx) =>
    insertFile(tx, stored, { name: "Price list 2026.pdf", alt: "", ...actionContext }),
  );
  const gone = "01890a5d-ac96-774b-bcce-b302099a8057";
  await write(first.db, (tx) =>
    createEntry(
      tx,
      blog,
      {
        title: "With a price list",
        body: {
          type: "doc",
          content: [linked(`/files/${stored.id}`), linked(`https://other.example/files/${gone}`)],
        },
      },
      actionContext,
    ),
  );
  const folder = join(first.folder, "out");
  const json = join(first.folder, "site.json");
  expect(await exportFolder(first.db, first.store, folder)).toMatchObject({ entries: 1, documents: 1 });
  await exportJson(first.db, first.store, json);
  expect(readFileSync(join(folder, "blogs/with-a-price-list.md"), "utf8")).toContain(
    "[The prices](/files/documents/price-list-2026.pdf)",
  );

  for (const importInto of [
    (site: { db: Database; store: FileStore }) => importFolder(site.db, site.store, folder, actionContext),
    (site: { db: Database; store: FileStore }) => importJson(site.db, site.store, json, actionContext),
  ]) {
    await using second = await openSite(engine);
    expect(await importInto(second)).toMatchObject({ documents: 1, pictures: 0 });
    const { id, type } = await second.db.query
      .selectFrom("files")
      .select(["id", "type"])
      .executeTakeFirstOrThrow();
    expect([type, id === stored.id]).toEqual(["application/pdf", false]);
    const link = await second.db.query.selectFrom("entry_links").select("to_id").execute();
    expect(link.map((one) => one.to_id)).toContain(id);
    const again = join(second.folder, "again");
    await exportFolder(second.db, second.store, again);
    expect(contentsOf(again)).toEqual(contentsOf(folder));
  }
});

test("rejects links to missing files, and exports dead links as text", async () => {
  await using site = await openSite("sqlite");
  const folder = join(site.folder, "in");
  mkdirSync(join(folder, "blogs"), { recursive: true });
  writeFileSync(
    join(folder, "blogs/one.md"),
    "---\ntitle: One\n---\n\n[The prices](/files/documents/prices.pdf)\n",
  );
  await expect(importFolder(site.db, site.store, folder, actionContext)).rejects.toMatchObject({
    problems: [{ message: "There is no file “documents/prices.pdf” for this link to lead to" }],
  });
  const doc = { type: "doc", content: [linked("/files/01890a5d-ac96-774b-bcce-b302099a8057")] };
  expect(writeMarkdown(doc, { picture: () => null, file: () => null })).toBe("The prices\n");
});
