import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { aMessage, someMetadata } from "#app/domain/leads/leads.fixture.ts";
import { importJson } from "#app/ops/transfer/import-any.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aPdf } from "#tests/support/pdf.ts";
import { openExport } from "./export-subprocess.ts";
import { openImports } from "./import.fixture.ts";

async function openSite(engine: (typeof engines)[number]) {
  const site = await openImports(engine);
  await write(site.db, (tx) => createEntry(tx, blog, { title: "Kingfisher" }, site.actionContext()));
  await acceptMessage(site.db, aMessage({ message: "About the pond" }), someMetadata());
  return site;
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(chunks)).toString();
}

test.each(engines)("%s: streams the site as one file, with people only on request", async (engine) => {
  await using site = await openSite(engine);
  const content = JSON.parse(
    await read(await openExport(site.parts, { withPeople: false }, site.actionContext())),
  );
  expect(content.blogs).toMatchObject([{ title: "Kingfisher" }]);
  expect(content).not.toHaveProperty("leads");
  const all = JSON.parse(
    await read(await openExport(site.parts, { withPeople: true }, site.actionContext())),
  );
  expect(all.leads).toMatchObject([{ message: "About the pond" }]);
  const { query } = site.db;
  const audit = await query.selectFrom("audit").select(["action", "detail"]).orderBy("id").execute();
  expect(audit.filter(({ action }) => action === "site.export").map(({ detail }) => detail)).toEqual([
    "content only",
    "with people",
  ]);
  expect(readdirSync(site.dataDir).filter((name) => name.includes("export"))).toEqual([]);
});

test("allows one download at a time, until its client disconnects", async () => {
  await using site = await openSite("sqlite");
  const ask = () => openExport(site.parts, { withPeople: false }, site.actionContext());
  const first = await ask();
  await expect(ask()).rejects.toMatchObject({ code: "in-use" });
  for await (const _ of first) break;
  await expect
    .poll(async () => read(await ask()).catch(() => ""), { timeout: 60_000 })
    .toContain("Kingfisher");
});

test("a client that disconnects early does not block the next download", async () => {
  await using site = await openSite("sqlite");
  const gone = new AbortController();
  const asking = openExport(site.parts, { withPeople: false, gone: gone.signal }, site.actionContext());
  gone.abort();
  await expect(asking).rejects.toThrow();
  expect(await read(await openExport(site.parts, { withPeople: false }, site.actionContext()))).toContain(
    "Kingfisher",
  );
  const left = new AbortController();
  await openExport(site.parts, { withPeople: false, gone: left.signal }, site.actionContext());
  left.abort();
  const again = () => openExport(site.parts, { withPeople: false }, site.actionContext());
  await expect
    .poll(async () => read(await again()).catch(() => ""), { timeout: 60_000 })
    .toContain("Kingfisher");
});

test("stops the download when the user loses access", async () => {
  await using site = await openSite("sqlite");
  const { actor } = site.actionContext();
  // More than one chunk.
  await write(site.db, (tx) => recordAudit(tx, actor, "import.look", "", "x".repeat(300_000)));
  const exportRequest = { withPeople: true, isAllowed: async () => false, askEveryMs: 0 };
  const chunks = await openExport(site.parts, exportRequest, site.actionContext());
  await expect(read(chunks)).rejects.toThrow(/no longer signed in as an admin/);
  expect(await read(await openExport(site.parts, { withPeople: false }, site.actionContext()))).toContain(
    "Kingfisher",
  );
});

test("a missing file truncates the download to invalid JSON", async () => {
  await using site = await openSite("sqlite");
  const path = join(site.dataDir, "prices.json");
  const data = (await aPdf()).toString("base64");
  writeFileSync(path, JSON.stringify({ documents: [{ file: "prices.pdf", data }] }));
  const files = join(site.dataDir, "files");
  await importJson(site.db, await openDiskStore(files), path, site.actionContext());
  const [id = ""] = (await site.db.query.selectFrom("files").select("id").execute()).map((row) => row.id);
  rmSync(join(files, id), { recursive: true });
  const chunks = await openExport(site.parts, { withPeople: false }, site.actionContext());
  let got = "";
  const reading = (async () => {
    for await (const chunk of chunks) got += Buffer.from(chunk).toString();
  })();
  await expect(reading).rejects.toThrow(/prices\.pdf is not in the file store/);
  expect(() => JSON.parse(got)).toThrow();
});

test("a failed start reports its cause without blocking the next export", async () => {
  await using site = await openSite("sqlite");
  const ask = (variables: Record<string, string | undefined>) =>
    openExport({ ...site.parts, variables }, { withPeople: false }, site.actionContext());
  await expect(ask({ PATH: process.env.PATH, DATA_DIR: "/nowhere/at/all" })).rejects.toThrow(
    /There is no database in/,
  );
  expect(await read(await ask(site.parts.variables))).toContain("Kingfisher");
});

test("imports an export that begins with keep-alive blanks", async () => {
  await using open = await openTestDatabase("sqlite");
  await using site = await openImports("sqlite");
  const path = join(site.dataDir, "site.json");
  writeFileSync(path, `\n\n{\n  "blogs": [{ "title": "Kingfisher" }]\n}\n`);
  const store = await openDiskStore(join(site.dataDir, "files"));
  const context = { actor: { id: "import", requestId: "" }, now: new Date("2026-03-01T10:00:00.000Z") };
  expect(await importJson(open.db, store, path, context)).toMatchObject({ entries: { blog: 1 } });
});
