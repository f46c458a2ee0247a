import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startSmtp } from "#app/domain/mail/mail.fixture.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { checkSecret } from "#app/platform/database/secret-check.ts";
import { engines, makeMigrated } from "#tests/support/database.ts";
import { addStep } from "#tests/support/next-release/add-step.ts";
import { processEnv } from "#tests/support/process-env.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { runDoctor } from "./doctor.ts";

const root = join(import.meta.dirname, "../../..");

/** Returns unrelated records for every name. */
const names = {
  resolveTxt: async () => [["nothing"]],
  resolveMx: async () => [{ exchange: "mx.kolpona.example" }],
};

const of = (area: string, diagnoses: readonly Diagnosis[]) =>
  diagnoses
    .filter((diagnosis) => diagnosis.area === area)
    .map(({ state, message }) => `${state}: ${message}`);

test.each(engines)("%s: checks the whole site and sends the requested mail", async (engine) => {
  const { env, remove } = await makeMigrated(engine);
  const filesOfDataDir = join(env.dataDir, "files");
  mkdirSync(filesOfDataDir);
  await using smtp = await startSmtp();
  const variables = {
    PUBLIC_URL: "http://127.0.0.1:1",
    DATA_DIR: env.dataDir,
    DATABASE_URL: env.databaseUrl ?? "",
    SECRET: env.secret ?? "a secret for tests that is long enough",
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: "Kolpona <hello@kolpona.example>",
  };
  const look = async (change: Partial<typeof variables> = {}, sendTo: string | null = null) =>
    runDoctor({
      variables: { ...variables, ...change },
      folder: root,
      sendTo,
      uploadBytes: { one: 1, most: 1 },
      names,
    });
  const open = await openDatabase({ ...env, secret: variables.SECRET }, "a test", () => {});
  await checkSecret(open.db, { ...env, secret: variables.SECRET }, () => {});

  const diagnoses = await look({}, "rahima@shapla.example");
  expect(of("database", diagnoses)).toEqual([
    expect.stringMatching(engine === "sqlite" ? /^fine: embedded \(SQLite 3\./ : /^fine: PostgreSQL 1\d/),
    "fine: its tables match this version",
    "fine: the secret matches",
  ]);
  expect(of("mail", diagnoses)).toEqual([
    `fine: 127.0.0.1:${smtp.port} responds`,
    "fine: the mail server accepted a mail to rahima@shapla.example",
  ]);
  expect(smtp.received.map(({ to }) => to)).toEqual([["rahima@shapla.example"]]);
  expect(of("files", diagnoses)).toEqual([expect.stringMatching(/^fine: /)]);
  expect(readdirSync(filesOfDataDir).filter((name) => name.endsWith(".json"))).toEqual([]);
  expect(of("proxy", diagnoses)).toEqual([expect.stringMatching(/^unchecked: .*ECONNREFUSED/)]);
  expect(of("DNS", diagnoses)[0]).toMatch(/^wrong: kolpona.example has no SPF/);

  expect(of("database", await look({ SECRET: "another secret that is long enough" }))[2]).toMatch(
    /^wrong: SECRET: it is not the one/,
  );
  addStep();
  expect(of("database", await look())[1]).toMatch(/^warning: 1 of \d+ steps/);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(
    open.db.query,
  );
  expect(of("database", await look())[1]).toMatch(/^wrong: a newer version/);
  await open.close();
  await remove();
});

test("names the setting of an unusable database and creates nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-doctor-"));
  const doctor = (variables: Record<string, string>, ...parts: string[]) =>
    spawnSync(join(root, "node_modules/.bin/node"), ["cli/doctor.ts", ...parts], {
      cwd: root,
      encoding: "utf8",
      env: { ...processEnv, DATA_DIR: folder, PUBLIC_URL: "http://127.0.0.1:1", ...variables },
    });
  const none = doctor({}, "--json");
  expect(none.stderr).toBe("");
  expect(of("database", JSON.parse(none.stdout))).toEqual([
    expect.stringMatching(/^warning: .* contains no database yet/),
  ]);
  expect(none.status).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  const unreachable = doctor({
    DATABASE_URL: "postgres://site:never-shown@127.0.0.1:1/site",
    SECRET: "a secret for tests that is long enough",
  });
  expect(unreachable.stdout).toMatch(/^WRONG: database: DATABASE_URL: no server listens at 127.0.0.1:1/m);
  expect(`${unreachable.stdout}${unreachable.stderr}`).not.toContain("never-shown");
  expect(unreachable.status).toBe(2);
  expect(doctor({}, "--send", "nobody").stderr).toBe('--send: "nobody" is not an e-mail address\n');
  expect(doctor({ PORT: "many" }).stdout).toMatch(/^WRONG: settings: PORT: /);
  rmSync(folder, { recursive: true });
});
