import { expect, test, vi } from "vitest";
import { openTestAccounts, testWorld } from "../../../../tests/support/accounts.ts";
import { startWithAccounts } from "../start-accounts.ts";

test("warns to remove the first admin's password from the settings", async () => {
  await using site = await openTestAccounts("sqlite");
  const warn = vi.fn();
  const starting = {
    admin: { email: "owner@kolpona.example", password: "seven green mango crates" },
    print: () => {},
    failed: () => {},
  };
  for (const warnings of [0, 1]) {
    const started = await startWithAccounts(testWorld(site.db, { warn }), starting);
    await started.stop();
    expect(warn).toHaveBeenCalledTimes(warnings);
  }
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("ADMIN_PASSWORD"));
});
