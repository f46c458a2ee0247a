import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { createTestMailService } from "../../../../tests/support/mail-service.ts";
import { company, everyMail, queue, readOutbox } from "../mail.fixture.ts";
import { hasNoSecretLinks } from "../templates/mail-content.ts";

test("shows staff mail without its secret links", async () => {
  await using open = await openTestDatabase("sqlite");
  const service = createTestMailService(open.db, company.url);
  for (const mail of everyMail()) await queue(open.db, { mail });
  for (const row of await readOutbox(open.db)) {
    const shown = await service.preview(row);
    expect(shown?.headers.map(({ name }) => name)).toContain("Subject");
    // A subject beyond ASCII is encoded in the file.
    expect((await PostalMime.parse(shown?.file ?? "")).subject).toBe(row.subject);
    expect(`${shown?.html} ${shown?.text} ${shown?.file}`).not.toContain("s3cret");
    expect(await service.reveal(row)).toBeNull();
  }
});

test("reveals links of mail stored in the data folder", async () => {
  await using open = await openTestDatabase("sqlite");
  const service = createTestMailService(open.db, company.url);
  await queue(open.db);
  const [row] = await readOutbox(open.db);
  if (!row) throw new Error("It was queued just now.");
  const stored = { ...row, status: "stored" as const };
  expect((await service.preview(stored))?.text).not.toContain("s3cret");
  expect((await service.reveal(stored))?.text).toContain("token=s3cret");
  expect(await service.reveal({ ...stored, content: "" })).toBeNull();
  expect(hasNoSecretLinks(row.template)).toBe(false);
});
