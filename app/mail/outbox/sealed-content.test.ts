import { describe, expect, test } from "vitest";
import { up as sealMail } from "#app/database/migrations/0016-sealed-mail.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { everyMail, queue, readOutbox } from "../mail.fixture.ts";
import { openContent } from "./outbox.ts";

describe.each(engines)("%s", (engine) => {
  test("H2 no link that opens something stands in the database while mail waits", async () => {
    await using open = await openTestDatabase(engine);
    const mails = everyMail();
    for (const mail of mails) await queue(open.db, { mail });
    const rows = await readOutbox(open.db);
    expect(rows).toHaveLength(mails.length);
    expect(JSON.stringify(rows)).not.toMatch(/s3cret|https?:|token=/);
    const opened = rows.map(({ content }) => openContent(open.db.encryption, content).template);
    expect(opened.toSorted()).toEqual(mails.map(({ template }) => template).toSorted());
  });

  test("an update seals what was queued before it, and leaves what is wiped or sealed alone", async () => {
    await using open = await openTestDatabase(engine);
    const contents = [JSON.stringify(everyMail()[0]), "", open.db.encryption.encrypt("{}")];
    for (const content of contents) {
      await queue(open.db);
      const newest = open.db.query.selectFrom("outbox").select((eb) => eb.fn.max("id").as("id"));
      await open.db.query.updateTable("outbox").set({ content }).where("id", "=", newest).execute();
    }
    await sealMail(open.db.query, open.db, open.db.encryption);
    const [waiting, ...others] = (await readOutbox(open.db)).map(({ content }) => content);
    expect(waiting).not.toContain("s3cret");
    expect(open.db.encryption.decrypt(waiting ?? "")).toBe(contents[0]);
    expect(others).toEqual(contents.slice(1));
  });
});

test("another secret opens nothing", async () => {
  await using open = await openTestDatabase("sqlite");
  await queue(open.db);
  const [row] = await readOutbox(open.db);
  const other = createEncryption("another secret, as long as the first");
  expect(() => openContent(other, row?.content ?? "")).toThrow();
});
