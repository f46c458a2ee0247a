import { describe, expect, test } from "vitest";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { everyMail, queue, readOutbox } from "../mail.fixture.ts";
import { decryptContent } from "./outbox.ts";

describe.each(engines)("%s", (engine) => {
  test("H2 the database contains no secret link of queued mail", async () => {
    await using open = await openTestDatabase(engine);
    const mails = everyMail();
    for (const mail of mails) await queue(open.db, { mail });
    const rows = await readOutbox(open.db);
    expect(rows).toHaveLength(mails.length);
    expect(JSON.stringify(rows)).not.toMatch(/s3cret|https?:|token=/);
    const opened = rows.map(({ content }) => decryptContent(open.db.encryption, content).template);
    expect(opened.toSorted()).toEqual(mails.map(({ template }) => template).toSorted());
  });
});

test("rejects content encrypted with another secret", async () => {
  await using open = await openTestDatabase("sqlite");
  await queue(open.db);
  const [row] = await readOutbox(open.db);
  const other = createEncryption("another secret, as long as the first");
  expect(() => decryptContent(other, row?.content ?? "")).toThrow();
});
