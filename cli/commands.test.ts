import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmptyEnv, createTempFolder } from "#app/ops/backup/backup.fixture.ts";
import { migrate, readAppliedSteps } from "#app/platform/database/migrations.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { engines } from "#tests/support/database.ts";
import { makeNextRelease } from "#tests/support/next-release/next-release.ts";
import { processEnv } from "#tests/support/process-env.ts";

const root = join(import.meta.dirname, "..");

interface Run {
  env?: Record<string, string>;
  cwd?: string;
  endsWithinMs?: number;
  /** Folder of the sources, default this version's. */
  release?: string;
}

function run(command: string, parts: string[], options: Run = {}) {
  return runProgram(`cli/${command}.ts`, parts, options);
}

function runProgram(
  path: string,
  parts: string[],
  { env = {}, cwd = root, endsWithinMs, release = root }: Run,
) {
  const { status, stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin/node"),
    [join(release, path), ...parts],
    {
      cwd,
      env: { ...processEnv, ...env },
      encoding: "utf8",
      timeout: endsWithinMs,
    },
  );
  return { status, stdout, stderr };
}

function variablesOf(env: Env): Record<string, string> {
  return {
    DATA_DIR: env.dataDir,
    SECRET: env.secret ?? "",
    ...(env.databaseUrl && { DATABASE_URL: env.databaseUrl }),
  };
}

/** Files of a folder with their contents. */
function inventory(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`)
    .toSorted();
}

async function countSteps(env: Env): Promise<number> {
  await using open = await openDatabase(env, "a test", () => {});
  return (await readAppliedSteps(open.db)).length;
}

/** Every deployer command with arguments that make it act. */
const commands: Record<string, string[]> = {
  admin: ["create", "nadia@kolpona.example"],
  backup: [],
  doctor: [],
  export: ["out"],
  files: [],
  import: ["content"],
  leads: [],
  migrate: [],
  restore: ["latest"],
  secret: ["forget"],
  update: ["../frontdesk-2"],
};

test.each(Object.entries(commands))(
  "%s prints its usage for --help and unknown arguments, without acting",
  (command, parts) => {
    const dataDir = join(createTempFolder(), "data");
    const env = { DATA_DIR: dataDir };
    const help = run(command, [...parts, "--help"], { env });
    expect(help).toMatchObject({ status: 0, stderr: "" });
    expect(help.stdout).toMatch(new RegExp(`^npm run ${command}`));
    const unknown = run(command, [...parts, "--unheard-of"], { env });
    expect(unknown).toMatchObject({ status: 2, stdout: "" });
    expect(unknown.stderr).toContain("--unheard-of");
    expect(unknown.stderr).toContain(help.stdout);
    const tooMuch = run(command, [...parts, "one", "too", "many"], { env });
    expect(tooMuch).toMatchObject({ status: 2, stdout: "" });
    expect(existsSync(dataDir)).toBe(false);
  },
);

test("start, build and sample print usage and reject unknown options", () => {
  const dataDir = join(createTempFolder(), "data");
  const env = { DATA_DIR: dataDir, PORT: "0" };
  const built = join(root, "build/stamp");
  const before = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  for (const program of ["start.js", "cli/build.ts", "cli/sample.ts"]) {
    const help = runProgram(program, ["--help"], { env, endsWithinMs: 20_000 });
    expect([program, help]).toMatchObject([program, { status: 0, stderr: "" }]);
    const unknown = runProgram(program, ["--unheard-of"], { env, endsWithinMs: 20_000 });
    expect([program, unknown]).toMatchObject([program, { status: 2, stdout: "" }]);
    expect(unknown.stderr).toContain("--unheard-of");
    expect(unknown.stderr).toContain(help.stdout);
  }
  expect(existsSync(dataDir)).toBe(false);
  expect(statSync(built, { throwIfNoEntry: false })?.mtimeMs).toBe(before);
}, 200_000);

/** A folder with the build alone, and this script in place of the bundler. */
function createBuildFolder(bundler: string): string {
  const folder = createTempFolder();
  mkdirSync(join(folder, "cli"));
  copyFileSync(join(root, "cli/build.ts"), join(folder, "cli/build.ts"));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "app"), join(folder, "app"));
  writeFileSync(join(folder, "cli/build-environment.ts"), bundler);
  mkdirSync(join(folder, "build"));
  return folder;
}

test("build uses the Node that started it, despite an older system Node", () => {
  const folder = createBuildFolder("console.error(process.execPath); process.exitCode = 1;");
  const older = join(folder, "node");
  writeFileSync(older, "#!/bin/sh\necho older >&2\nexit 1\n", { mode: 0o755 });
  const { stderr } = spawnSync(join(root, "node_modules/.bin/node"), ["cli/build.ts"], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(stderr.trim()).toBe(realpathSync(join(root, "node_modules/.bin/node")));
});

test("rebuilds after an interrupted build and when a source is newer", () => {
  const folder = createBuildFolder("process.exitCode = 1;");
  writeFileSync(join(folder, "build/stamp"), "of the build before");
  const build = (...parts: string[]) =>
    spawnSync(join(root, "node_modules/.bin/node"), ["cli/build.ts", ...parts], { cwd: folder }).status;
  expect(build("--if-changed")).toBe(0);
  writeFileSync(join(folder, "vite.config.ts"), "// newer than the build\n");
  expect(build("--if-changed")).toBe(1);
  rmSync(join(folder, "vite.config.ts"));
  mkdirSync(join(folder, "build"));
  writeFileSync(join(folder, "build/stamp"), "of the build before");
  expect(build()).toBe(1);
  expect(build("--if-changed")).toBe(1);
});

test.each(engines)(
  "%s: every command but migrate leaves tables of an older version unchanged",
  async (engine) => {
    const env = await createEmptyEnv(engine);
    await (await openUpToDate(env, { holder: "a test" })).close();
    const release = createTempFolder();
    makeNextRelease(release);
    const cwd = createTempFolder();
    mkdirSync(join(cwd, "content/blogs"), { recursive: true });
    writeFileSync(join(cwd, "content/blogs/one.md"), "---\ntitle: One\n---\n\nThe first.\n");
    const given = { env: { ...variablesOf(env), BACKUP_URL: join(cwd, "backups") }, cwd, release };
    const before = await countSteps(env);
    const lines: [string, string[]][] = [
      ["admin", ["create", "nadia@kolpona.example"]],
      ["export", ["out"]],
      ["files", []],
      ["files", ["adopt"]],
      ["import", ["content"]],
      ["import", ["content", "--dry-run"]],
      ["leads", []],
      ["secret", ["forget"]],
    ];
    for (const [command, parts] of lines) {
      const refused = run(command, parts, given);
      expect([command, refused]).toEqual([
        command,
        {
          status: 1,
          stdout: "",
          stderr:
            'The database is one step behind this version, and nothing was changed: start the site, or run "npm run migrate"; both back it up first.\n',
        },
      ]);
      expect([command, await countSteps(env)]).toEqual([command, before]);
    }
    expect(run("doctor", [], given).stdout).toContain("1 of 3 steps");
    expect(await countSteps(env)).toBe(before);
    const migrated = run("migrate", [], given);
    expect(migrated).toMatchObject({ status: 0, stderr: "" });
    expect(migrated.stdout).toMatch(
      engine === "sqlite"
        ? /the database was copied to/
        : /backed up the database before the update as frontdesk-/,
    );
    expect(await countSteps(env)).toBe(before + 1);
    expect(run("leads", [], given).status).toBe(0);
  },
);

test.each(engines)("%s: commands refuse a database of version 0.1.0 in one line", async (engine) => {
  const env = await createEmptyEnv(engine);
  const open = await openDatabase(env, "a test", () => {});
  await migrate(open.db, { steps: { "0001-content": { up: async () => {} } } });
  await open.close();
  const given = { env: variablesOf(env), cwd: createTempFolder() };
  const lines: [string, string[]][] = [
    ["migrate", []],
    ["backup", []],
    ["export", ["out"]],
    ["leads", []],
    ["secret", ["forget"]],
  ];
  for (const [command, parts] of lines) {
    const { status, stderr } = run(command, parts, given);
    expect([command, status, stderr]).toEqual([
      command,
      1,
      expect.stringMatching(/^This database is from version 0\.1\.0[^\n]*\n$/),
    ]);
  }
  expect(run("doctor", [], given).stdout).toContain("This database is from version 0.1.0");
});

test("a dry run changes nothing while the site runs", async () => {
  const env = await createEmptyEnv("sqlite");
  const cwd = createTempFolder();
  mkdirSync(join(cwd, "content/blogs"), { recursive: true });
  writeFileSync(join(cwd, "content/blogs/one.md"), "---\ntitle: One\n---\n\nThe first.\n");
  const given = { env: variablesOf(env), cwd };
  const none = run("import", ["content", "--dry-run"], given);
  expect(none).toMatchObject({ status: 1, stdout: "" });
  expect(none.stderr).toContain(`There is no database in ${env.dataDir} yet`);
  expect(inventory(env.dataDir)).toEqual([]);
  await (await openUpToDate(env, { holder: "a test" })).close();
  const before = inventory(env.dataDir);
  expect(run("import", ["content", "--dry-run"], given)).toEqual({
    status: 0,
    stdout: "1 post could be imported. Nothing was changed.\n",
    stderr: "",
  });
  const withoutLog = (files: string[]) => files.filter((file) => !/-(wal|shm) /.test(file));
  expect(withoutLog(inventory(env.dataDir))).toEqual(before);
  await using _ = await openDatabase(env, "Frontdesk on port 3000", () => {});
  expect(run("import", ["content", "--dry-run"], given).status).toBe(0);
}, 600_000);

test("rejects a folder given as a backup", async () => {
  const env = await createEmptyEnv("sqlite");
  const folder = createTempFolder();
  const { status, stderr } = run("restore", [folder], { env: variablesOf(env) });
  expect([status, stderr]).toEqual([1, `${folder} is a folder; name a backup in it.\n`]);
});

test("an export overwrites a file only with an option", async () => {
  const env = await createEmptyEnv("sqlite");
  await (await openUpToDate(env, { holder: "a test" })).close();
  const cwd = createTempFolder();
  const given = { env: variablesOf(env), cwd };
  writeFileSync(join(cwd, "site.json"), "mine");
  const refused = run("export", ["site.json"], given);
  expect(refused).toEqual({
    status: 1,
    stdout: "",
    stderr: 'The file site.json already exists. Name a new one, or add "--force" to replace it.\n',
  });
  expect(readFileSync(join(cwd, "site.json"), "utf8")).toBe("mine");
  expect(run("export", ["site.json", "--force"], given).status).toBe(0);
  expect(JSON.parse(readFileSync(join(cwd, "site.json"), "utf8"))).toHaveProperty("categories");
  expect(readdirSync(cwd)).toEqual(["site.json"]);
});

test("reports errors of the system and database in one actionable sentence", async () => {
  const env = await createEmptyEnv("sqlite");
  const cwd = createTempFolder();
  const given = { env: variablesOf(env), cwd };
  const none = `There is no database in ${env.dataDir} yet: "npm start" or "npm run migrate" makes it. If there should be one, correct DATA_DIR or DATABASE_URL, or mount the disk it is on.\n`;
  for (const [command, parts] of Object.entries({ backup: [], export: [], leads: [], files: [] }))
    expect([command, run(command, parts, given)]).toEqual([command, { status: 1, stdout: "", stderr: none }]);
  await (await openUpToDate(env, { holder: "a test" })).close();
  expect(run("export", ["nowhere/site.json"], given).stderr).toMatch(
    /^There is no nowhere\/site\.json\.\d+; correct the path.*\n$/,
  );
  writeFileSync(join(cwd, "file"), "");
  const inFile = { ...given, env: { ...given.env, BACKUP_URL: join(cwd, "file/backups") } };
  expect(run("backup", [], inFile).stderr).toMatch(/is a file, or inside one; give a folder\n$/);
  const empty = await createEmptyEnv("postgres");
  const ofEmpty = { cwd, env: variablesOf(empty) };
  for (const command of ["backup", "leads", "export", "files"])
    expect([command, run(command, [], ofEmpty)]).toEqual([
      command,
      { status: 1, stdout: "", stderr: none.replace(env.dataDir, "the PostgreSQL of DATABASE_URL") },
    ]);
  const away = "postgres://nobody@127.0.0.1:9/none";
  for (const command of ["leads", "export", "backup", "migrate"])
    expect(run(command, [], { ...given, env: { ...given.env, DATABASE_URL: away } })).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "DATABASE_URL: no server listens at 127.0.0.1:9; start PostgreSQL there, or correct host and port\n",
    });
}, 600_000);

/** Runs a command as an unprivileged user; without root, as the current user. */
function runUnprivileged(command: string, parts: string[], { env = {}, cwd = root }: Run) {
  const line = [join(root, "node_modules/.bin/node"), join(root, `cli/${command}.ts`), ...parts];
  const { status, stderr } = spawnSync(line[0] ?? "", line.slice(1), {
    cwd,
    env: { ...processEnv, ...env },
    encoding: "utf8",
    ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
  });
  return { status, stderr };
}

test("M12 an unreadable database is not reported as missing", async () => {
  const env = await createEmptyEnv("sqlite");
  await (await openUpToDate(env, { holder: "a test" })).close();
  chmodSync(join(env.dataDir, "frontdesk.sqlite"), process.getuid?.() === 0 ? 0o600 : 0o000);
  chmodSync(env.dataDir, 0o755);
  for (const command of ["leads", "export", "backup"]) {
    const { status, stderr } = runUnprivileged(command, [], { env: variablesOf(env) });
    expect([command, status, stderr]).toEqual([
      command,
      1,
      expect.stringMatching(
        /^DATA_DIR: this user .* may not use .*frontdesk\.sqlite, which belongs to .*\n$/,
      ),
    ]);
  }
});

test("M7 root may not write into another user's data folder", async () => {
  const dataDir = join(createTempFolder(), "data");
  mkdirSync(dataDir);
  // Tests may run as root, so another user must own the folder.
  if (process.getuid?.() === 0) chownSync(dataDir, 65_534, 65_534);
  const refused = (uid: number | null) => () => refuseRootInDataDir(dataDir, uid);
  expect(refused(0)).toThrow(/belongs to .*\n {2}runuser -u \S+ -- /);
  expect(refused(65_534)).not.toThrow();
  expect(readdirSync(dataDir)).toEqual([]);
  expect(() => refuseRootInDataDir(join(dataDir, "none"), 0)).not.toThrow();
});
