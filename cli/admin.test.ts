import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/platform/database/open.ts";
import { processEnv } from "#tests/support/process-env.ts";

const root = join(import.meta.dirname, "..");
const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-admin-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function admin(parts: string[], more: Record<string, string> = {}) {
  const env = { ...processEnv, HOME: process.env.HOME ?? "", DATA_DIR: dataDir, ...more };
  return spawnSync(join(root, "node_modules/.bin/node"), ["cli/admin.ts", ...parts], {
    cwd: root,
    env,
    encoding: "utf8",
  });
}

function openData() {
  return openDatabase({ databaseUrl: null, dataDir }, "a test", () => {});
}

test("A18 creates admins and reports errors in one line", async () => {
  expect(admin([]).status).toBe(2);
  const made = admin(["create", "nadia@kolpona.example"], { PUBLIC_URL: "https://www.company.example" });
  expect(made.stderr).toBe("");
  expect(made.stdout).toMatch(/https:\/\/www\.company\.example\/reset-password\?token=[\w-]{43}\n$/);
  const refused: [string[], RegExp, Record<string, string>?][] = [
    [["create", "nadia@kolpona.example"], /has an account: use promote/],
    [["create", "nobody"], /such as name@company/],
    [["create", "karim@kolpona.example"], /at least 10 characters/, { ADMIN_PASSWORD: "short" }],
    [["promote", "karim@kolpona.example"], /has no account: use create/],
    [["reset-2fa", "karim@kolpona.example"], /has no account/],
  ];
  for (const [parts, message, env] of refused) {
    const { status, stderr } = admin(parts, env);
    expect([parts, status, stderr.trim().split("\n").length]).toEqual([parts, 1, 1]);
    expect(stderr).toMatch(message);
  }
  expect(
    admin(["create", "karim@kolpona.example"], { ADMIN_PASSWORD: "seven green mango crates" }).status,
  ).toBe(0);
  await using open = await openData();
  await open.db.query.updateTable("users").set({ role: "member" }).execute();
  const taken = admin(["promote", "karim@kolpona.example"]);
  expect([taken.status, taken.stderr.trim().split("\n").length]).toEqual([1, 1]);
  expect(taken.stderr).toMatch(/is in use by a test/);
});

test("A18 records promotions and resets of two-factor authentication", async () => {
  expect(admin(["promote", "karim@kolpona.example"]).status).toBe(0);
  expect(admin(["reset-2fa", "karim@kolpona.example"]).status).toBe(0);
  await using open = await openData();
  const users = await open.db.query
    .selectFrom("users")
    .select(["email", "role"])
    .where("role", "=", "admin")
    .execute();
  expect(users).toEqual([{ email: "karim@kolpona.example", role: "admin" }]);
  const actions = await open.db.query
    .selectFrom("audit")
    .select("action")
    .where("actor", "=", "command")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["invited", "role-changed", "second-step-dropped"]),
  );
});
