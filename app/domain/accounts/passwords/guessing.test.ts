import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openTestAccounts } from "../../../../tests/support/accounts.ts";

/** Loads a new instance of the module. */
async function fresh() {
  vi.resetModules();
  return import("./guessing.ts");
}

afterEach(() => vi.doUnmock("./guessing.ts"));

test("reads well-known passwords in batches that yield to other requests", async () => {
  await import("@zxcvbn-ts/language-common");
  const { loadWordRanks } = await fresh();
  let [turns, isOver] = [0, false];
  const loading = loadWordRanks().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    turns += 1;
  }
  expect((await loading).size).toBeGreaterThan(49_000);
  expect(turns).toBeGreaterThan(20);
});

test("does not load well-known passwords at startup", async () => {
  const real = await fresh();
  const load = vi.fn(real.loadWordRanks);
  vi.doMock("./guessing.ts", () => ({ ...real, loadWordRanks: load }));
  const { startWithAccounts } = await import("../start-accounts.ts");
  await using site = await openTestAccounts("sqlite");
  const started = await startWithAccounts(site.accounts, {
    admin: null,
    print: () => {},
    failed: () => {},
  });
  await started.stop();
  expect(load).not.toHaveBeenCalled();
});
