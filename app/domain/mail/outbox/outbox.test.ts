import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { aClock, everyMail, mailFrom, noon, queue, readOutbox, until } from "../mail.fixture.ts";
import { cleanUpMail, openMail } from "../open-mail.ts";
import { erasePersonMail, type OutgoingMail, queueMail } from "./outbox.ts";

describe.each(engines)("%s", (engine) => {
  test("queues a mail only if its transaction commits", async () => {
    await using open = await openTestDatabase(engine);
    const [mail] = everyMail();
    const failing = write(open.db, async (tx) => {
      if (mail) await queueMail(tx, { to: "rahima@shapla.example", mail }, noon);
      throw new Error("the cause failed");
    });
    await expect(failing).rejects.toThrow("the cause failed");
    expect(await readOutbox(open.db)).toEqual([]);
  });

  test("queues every template with secrets only in the content column", async () => {
    await using open = await openTestDatabase(engine);
    for (const mail of everyMail()) await queue(open.db, { mail, personId: "p1" });
    const rows = await readOutbox(open.db);
    expect(rows.map(({ template }) => template).sort()).toEqual(
      everyMail()
        .map(({ template }) => template)
        .sort(),
    );
    for (const { content, ...row } of rows) {
      expect(row).toMatchObject({ status: "waiting", person_id: "p1", attempts: 0, expires_at: null });
      expect(JSON.stringify(row)).not.toMatch(/s3cret|Rahima/);
    }
  });

  test("erases a person's mail by id and by address in any spelling", async () => {
    await using open = await openTestDatabase(engine);
    await queue(open.db, { to: "new@shapla.example", personId: "p1" });
    await queue(open.db, { to: "Rahima@shapla.example" });
    await queue(open.db, { to: "karim@shapla.example", personId: "p2" });
    await write(open.db, (tx) => erasePersonMail(tx, "p1", ["rahima@shapla.example"]));
    expect(await readOutbox(open.db)).toMatchObject([{ to_address: "karim@shapla.example" }]);
    await write(open.db, (tx) => erasePersonMail(tx, "p2", []));
    expect(await readOutbox(open.db)).toEqual([]);
  });

  test("R2 erasing a person deletes their mail files", async () => {
    await using open = await openTestDatabase(engine);
    await using site = await openTestMail(open.db);
    await queue(open.db, { personId: "p1" });
    await until(async () => (await readOutbox(open.db))[0]?.status === "stored");
    const [row] = await readOutbox(open.db);
    const file = join(site.folder, "mail", `${row?.id}.eml`);
    expect(open.db.encryption.decrypt(row?.content ?? "")).toContain("s3cret");
    expect(existsSync(file)).toBe(true);
    await write(open.db, (tx) => erasePersonMail(tx, "p1", []));
    await until(() => !existsSync(file));
  });

  test("deletes old sent mail but not queued mail", async () => {
    await using open = await openTestDatabase(engine);
    await queue(open.db);
    await queue(open.db, { to: "old@shapla.example" });
    await open.db.query
      .updateTable("outbox")
      .set({ status: "sent" })
      .where("to_key", "=", "old@shapla.example")
      .execute();
    await cleanUpMail(open.db, "/nowhere", new Date(noon.getTime() + 89 * 86_400_000));
    expect(await readOutbox(open.db)).toHaveLength(2);
    await cleanUpMail(open.db, "/nowhere", new Date(noon.getTime() + 91 * 86_400_000));
    expect(await readOutbox(open.db)).toMatchObject([{ status: "waiting" }]);
  });
});

test.each([
  "a@x.test\r\nBcc: b@x.test",
  "a@x.example,b@x.example",
  "Rahima <a@x.example>",
  "A@X.example",
  "",
])("I8 rejects %j, which is not one stored address", async (to) => {
  await using open = await openTestDatabase("sqlite");
  await expect(queue(open.db, { to })).rejects.toThrow(TypeError);
  expect(await readOutbox(open.db)).toEqual([]);
});

test.each([
  { template: "verify", name: { path: "/etc/passwd" }, link: "https://x.example/" },
  { template: "verify", name: "R", link: { href: "http://127.0.0.1/" } },
  { template: "verify", name: "R", link: "javascript:alert(1)" },
  { template: "verify", name: "R", link: "https://x.example/", attachments: [{ path: "/etc/passwd" }] },
  { template: "newsletter", name: "R" },
])("M3 rejects the content %j", async (mail) => {
  await using open = await openTestDatabase("sqlite");
  await expect(queue(open.db, { mail: mail as OutgoingMail["mail"] })).rejects.toThrow(); // untyped callers can pass this
  expect(await readOutbox(open.db)).toEqual([]);
});

test("cleanup deletes mail files without a row, but no other files", async () => {
  await using open = await openTestDatabase("sqlite");
  await using site = await openTestMail(open.db);
  const folder = join(site.folder, "mail");
  mkdirSync(folder, { recursive: true });
  for (const name of ["gone.eml", "notes.txt"]) writeFileSync(join(folder, name), "");
  await cleanUpMail(open.db, folder, noon);
  expect([existsSync(join(folder, "gone.eml")), existsSync(join(folder, "notes.txt"))]).toEqual([
    false,
    true,
  ]);
});

async function openTestMail(db: Parameters<typeof queue>[0]) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-mail-"));
  const publicUrl = new URL("https://www.kolpona.example");
  const env = {
    dataDir: folder,
    publicUrl,
    smtpUrl: null,
    mailToFolder: false,
    mailFrom,
    dkim: null,
    runsJobs: true,
  };
  const log = createLogger({ level: "silent" });
  const none = { renderCampaignMail: async () => null, onSettled: async () => {} };
  const mail = await openMail({ db, clock: aClock(), log, env, ...none });
  const close = async () => {
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, [Symbol.asyncDispose]: close };
}
