import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { aMailService } from "../../../tests/support/mail-service.ts";
import { company, everyMail, queue, readOutbox } from "../mail.fixture.ts";
import { isLasting } from "../templates/mail-content.ts";

test("staff see what a mail says, and none of the links that are its reader’s alone", async () => {
  await using open = await openTestDatabase("sqlite");
  const service = aMailService(open.db, company.url);
  for (const mail of everyMail()) await queue(open.db, { mail });
  for (const row of await readOutbox(open.db)) {
    const shown = await service.look(row);
    expect(shown?.headers.map(({ name }) => name)).toContain("Subject");
    // A subject with more than ASCII in it is encoded on its way.
    expect((await PostalMime.parse(shown?.file ?? "")).subject).toBe(row.subject);
    expect(`${shown?.html} ${shown?.text} ${shown?.file}`).not.toContain("s3cret");
    expect(await service.reveal(row)).toBeNull();
  }
});

test("what lies in the data folder can be read with its links, for want of a mail server", async () => {
  await using open = await openTestDatabase("sqlite");
  const service = aMailService(open.db, company.url);
  await queue(open.db);
  const [row] = await readOutbox(open.db);
  if (!row) throw new Error("It was queued just now.");
  const stored = { ...row, status: "stored" as const };
  expect((await service.look(stored))?.text).not.toContain("s3cret");
  expect((await service.reveal(stored))?.text).toContain("token=s3cret");
  expect(await service.reveal({ ...stored, content: "" })).toBeNull();
  expect(isLasting(row.template)).toBe(false);
});
