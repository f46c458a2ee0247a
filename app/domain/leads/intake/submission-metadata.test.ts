import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aMessage, someMetadata } from "../leads.fixture.ts";
import { acceptMessage } from "./accept-lead.ts";

test.each(engines)("%s: truncates hostile metadata instead of rejecting it", async (engine) => {
  await using open = await openTestDatabase(engine);
  const noise = `\0\ud800\r\n${"x".repeat(5000)}`;
  await acceptMessage(
    open.db,
    aMessage(),
    someMetadata({ userAgent: noise, sourcePath: `//evil.example${noise}`, referrer: noise }),
  );
  const [row] = await open.db.query.selectFrom("leads").selectAll().execute();
  expect(row).toMatchObject({ source_path: "", referrer: "" });
  expect(row?.user_agent.length).toBeLessThanOrEqual(400);
});
