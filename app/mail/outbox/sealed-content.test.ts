import { describe, expect, test } from "vitest";
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
});

test("another secret opens nothing", async () => {
  await using open = await openTestDatabase("sqlite");
  await queue(open.db);
  const [row] = await readOutbox(open.db);
  const other = createEncryption("another secret, as long as the first");
  expect(() => openContent(other, row?.content ?? "")).toThrow();
});
