import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { acceptDocument } from "#app/domain/files/documents/accept-document.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { storeFile } from "#app/domain/files/upload/accepted-file.ts";
import { insertFile } from "#app/domain/files/upload/upload.ts";
import { findLeads } from "#app/domain/leads/inbox/search-leads.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import fc from "#tests/support/generated.ts";
import { aPdf } from "#tests/support/pdf.ts";
import { exportFolder, exportJson } from "../bundle/export.ts";
import { importJson } from "../import-any.ts";
import { importFolder } from "../import-folder.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor: { id: "tester", requestId: "test" }, now };
const at = "2026-02-01T10:00:00.000Z";

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-records-"));
  return {
    db: open.db,
    folder,
    store: await openDiskStore(join(folder, "files")),
    [Symbol.asyncDispose]: async () => {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds one row to every table, with `text` in all columns of free text. */
async function fillRecords({ query }: Database, text: string, id = "a"): Promise<void> {
  await query
    .insertInto("users")
    .values(aUser(`user-${id}`, `${id}@kolpona.example`, text))
    .execute();
  await query.insertInto("leads").values(aLead(id, text)).execute();
  await query
    .insertInto("lead_events")
    .values({ id: `event-${id}`, lead_id: id, kind: "assigned", actor: `user-${id}`, detail: "{}", at })
    .execute();
  const note = { lead_id: id, body: text, author_id: `user-${id}`, created_at: at, updated_at: at };
  await query
    .insertInto("lead_notes")
    .values({ id: `note-${id}`, deleted_at: null, ...note })
    .execute();
  await query
    .insertInto("lead_note_edits")
    .values({ id: `edit-${id}`, note_id: `note-${id}`, body: text, editor_id: `user-${id}`, at })
    .execute();
  const reply = { lead_id: id, mail_id: "mail", body: text, author_id: `user-${id}`, created_at: at };
  await query
    .insertInto("lead_replies")
    .values({ id: `reply-${id}`, idempotency_key: null, ...reply })
    .execute();
  const template = { title: text, body: text, created_at: at, updated_at: at };
  await query
    .insertInto("reply_templates")
    .values({ id: `template-${id}`, ...template })
    .execute();
  await query.insertInto("subscribers").values(aSubscriber(id, text)).execute();
  const line = { action: "lead.assign", subject: id, detail: text, request_id: "r" };
  await query
    .insertInto("audit")
    .values({ id: `audit-${id}`, at, actor: `user-${id}`, ...line })
    .execute();
}

function aUser(id: string, email: string, name: string) {
  return {
    id,
    name,
    email,
    email_key: email,
    email_verified: 1,
    image: null,
    role: "editor" as const,
    role_since: at,
    created_at: at,
    updated_at: at,
    deletes_at: null,
  };
}

function aLead(id: string, text: string) {
  return {
    id,
    kind: "message" as const,
    reference: `M-${id}`,
    name: text,
    email: "asha@boats.example",
    email_key: "asha@boats.example",
    phone: "",
    message: `lanterns ${text}`,
    status: "open" as const,
    assignee_id: `user-${id}`,
    sort_date: at,
    consent_text: "You may answer me.",
    source_path: "/contact",
    referrer: "",
    network: "",
    user_agent: "",
    spam_reasons: "",
    idempotency_key: null,
    fingerprint: "",
    created_at: at,
    updated_at: at,
  };
}

function aSubscriber(id: string, text: string) {
  return {
    id: `subscriber-${id}`,
    reference: `S-${id}`,
    email: `reader-${id}@boats.example`,
    email_key: `reader-${id}@boats.example`,
    status: "confirmed" as const,
    consent_text: text,
    source_path: "/",
    network: "",
    user_agent: "",
    spam_reasons: "",
    idempotency_key: null,
    fingerprint: "",
    created_at: at,
    updated_at: at,
    consented_at: at,
    confirmed_at: at,
    confirmed_by: "link" as const,
    ended_at: null,
    unsubscribe_token: `leave-${id}`,
    confirm_token: `confirm-${id}`,
  };
}

function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.map((one) => {
      const path = join(one.parentPath, one.name);
      const text = readFileSync(path, "utf8");
      // The import adds a line to the audit log of the second site.
      const lines = text.split("\n").filter((line) => !line.includes("content.import"));
      return [path.slice(folder.length), lines.join("\n")];
    }),
  );
}

const anyWords = fc
  .string({ unit: "binary", maxLength: 40 })
  .map((text) => text.replaceAll("\0", "").toWellFormed());

test.each([
  ["sqlite", "postgres"],
  ["postgres", "sqlite"],
] as const)("export of records from %s and import into %s is lossless", async (from, to) => {
  await using first = await openSite(from);
  await using second = await openSite(to);
  const texts = fc.sample(anyWords, { numRuns: 20, seed: 5 });
  for (const [n, text] of texts.entries()) await fillRecords(first.db, text, `n${n}`);
  const stored = await storeFile(first.store, await acceptDocument(aPdf({ pages: 1 })));
  await write(first.db, (tx) =>
    insertFile(tx, stored, { name: "Prices.pdf", alt: "", tags: ["Autumn", "Prices"], ...actionContext }),
  );
  const [one, two, json] = [
    join(first.folder, "out"),
    join(second.folder, "out"),
    join(first.folder, "s.json"),
  ];
  expect(await exportFolder(first.db, first.store, one, { withPeople: true })).toMatchObject({
    records: { leads: 20, audit: 20, "lead-events": 20 },
  });
  expect(statSync(one).mode & 0o777).toBe(0o700);
  expect(await importFolder(second.db, second.store, one, actionContext)).toMatchObject({
    records: { people: 20, leads: 20, subscribers: 20, audit: 20, "lead-events": 20 },
  });
  await exportFolder(second.db, second.store, two, { withPeople: true });
  expect(filesOf(two)).toEqual(filesOf(one));
  expect(filesOf(one)["/documents.yaml"]).toBe("- file: prices.pdf\n  tags:\n    - Autumn\n    - Prices\n");
  expect(await findLeads(second.db, "lanterns", 50)).toHaveLength(20);

  await exportJson(first.db, first.store, json, { withPeople: true });
  expect(statSync(json).mode & 0o777).toBe(0o600);
  await using third = await openSite(to);
  await importJson(third.db, third.store, json, actionContext);
  const three = join(third.folder, "out");
  await exportFolder(third.db, third.store, three, { withPeople: true });
  expect(filesOf(three)).toEqual(filesOf(one));
});

test("import rejects a row with an unknown column", async () => {
  await using first = await openSite("sqlite");
  await using second = await openSite("sqlite");
  await fillRecords(first.db, "one");
  const folder = join(first.folder, "out");
  await exportFolder(first.db, first.store, folder, { withPeople: true });
  const path = join(folder, "subscribers.jsonl");
  const rows = readFileSync(path, "utf8");
  for (const [row, field] of [
    [rows.replace('"confirm_token":', '"constructor":1,"confirm_token":'), "constructor"],
    [rows.replace('"confirm_token":', '"confirm_key":'), "confirm_key"],
  ] as const) {
    writeFileSync(path, row);
    await expect(importFolder(second.db, second.store, folder, actionContext)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ file: "subscribers.jsonl", line: 1, field }),
      ]),
    });
  }
});

test("exports people only on request", async () => {
  await using site = await openSite("sqlite");
  await fillRecords(site.db, "Asha of the boats");
  const [folder, json] = [join(site.folder, "out"), join(site.folder, "site.json")];
  await exportFolder(site.db, site.store, folder);
  await exportJson(site.db, site.store, json);
  expect(Object.values(filesOf(folder)).join() + readFileSync(json, "utf8")).not.toContain("Asha");
});

test.each(engines)(
  "%s: keeps ids of existing accounts, replaces existing rows only with `replace`",
  async (engine) => {
    await using first = await openSite(engine);
    await using second = await openSite(engine);
    await fillRecords(first.db, "first");
    await second.db.query
      .insertInto("users")
      .values(aUser("here", "a@kolpona.example", "Here"))
      .execute();
    const folder = join(first.folder, "out");
    await exportFolder(first.db, first.store, folder, { withPeople: true });
    await importFolder(second.db, second.store, folder, actionContext);
    const lead = await second.db.query.selectFrom("leads").select("assignee_id").executeTakeFirstOrThrow();
    const people = await second.db.query.selectFrom("users").select("id").execute();
    expect([lead.assignee_id, people]).toEqual(["here", [{ id: "here" }]]);
    await expect(importFolder(second.db, second.store, folder, actionContext)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        { file: "leads.jsonl", line: 1, field: "id", message: "The site already has this", isClash: true },
      ]),
    });
    await first.db.query.updateTable("leads").set({ message: "second" }).execute();
    await first.db.query.updateTable("users").set({ role: "member" }).execute();
    rmSync(folder, { recursive: true });
    await exportFolder(first.db, first.store, folder, { withPeople: true });
    await importFolder(second.db, second.store, folder, { ...actionContext, replace: true });
    expect(await second.db.query.selectFrom("leads").select("message").execute()).toEqual([
      { message: "second" },
    ]);
    expect(await second.db.query.selectFrom("users").select(["id", "role"]).execute()).toEqual([
      { id: "here", role: "editor" },
    ]);
  },
);

test.each(engines)("%s: reports every invalid row with its line, and stores nothing", async (engine) => {
  await using first = await openSite(engine);
  await using second = await openSite(engine);
  await fillRecords(first.db, "one", "a");
  await fillRecords(first.db, "two", "b");
  const folder = join(first.folder, "out");
  await exportFolder(first.db, first.store, folder, { withPeople: true });
  const change = (list: string, by: (lines: string[]) => string[]) => {
    const path = join(folder, `${list}.jsonl`);
    writeFileSync(path, by(readFileSync(path, "utf8").split("\n")).join("\n"));
  };
  change("leads", ([a = "", b = ""]) => [a, "", b.replace('"open"', '"odd"'), a, "{"]);
  change("lead-notes", ([a = "", b = ""]) => [a.replace('"lead_id":"a"', '"lead_id":"gone"'), b]);
  change("subscribers", ([a = ""]) => [a.replace('"bounces":0', '"bounces":"0","extra":1')]);
  const refused = await importFolder(second.db, second.store, folder, actionContext).catch((error) => error);
  expect(refused.message.split("\n")).toEqual(
    expect.arrayContaining([
      "lead-notes.jsonl, line 1, lead_id: The record that this belongs to is missing",
      expect.stringMatching(/^leads.jsonl, line 3, status: Write one of: new, open/),
      "leads.jsonl, line 4, id: This id appears twice",
      "leads.jsonl, line 5: This line is not valid JSON",
      "subscribers.jsonl, line 1, bounces: Write a number here",
      expect.stringMatching(/^subscribers.jsonl, line 1, extra: Unknown field/),
    ]),
  );
  for (const table of ["users", "leads", "subscribers", "audit"] as const)
    expect(await second.db.query.selectFrom(table).select("id").execute()).toEqual([]);
  // A conflict that only the database detects: another subscriber has the address.
  await second.db.query
    .insertInto("subscribers")
    .values({ ...aSubscriber("z", "here"), email_key: "reader-a@boats.example" })
    .execute();
  rmSync(folder, { recursive: true });
  await exportFolder(first.db, first.store, folder, { withPeople: true });
  await expect(importFolder(second.db, second.store, folder, actionContext)).rejects.toThrow(
    "subscribers.jsonl, line 1: This conflicts with existing data of the site",
  );
  expect(await second.db.query.selectFrom("leads").select("id").execute()).toEqual([]);
});
