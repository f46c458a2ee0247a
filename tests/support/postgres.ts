import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { findTestPort } from "./port.ts";
import { installDebian } from "./programs.ts";

export interface TestServer {
  url: string;
  stop(): void;
}

/**
 * PostgreSQL for tests: TEST_DATABASE_URL, a server for these tests, or the machine's own; throws an error with the package to
 * install. A server without durability creates and drops databases twenty times faster, so it comes before the machine's.
 */
export async function needPostgres(): Promise<TestServer> {
  const givenUrl = process.env.TEST_DATABASE_URL;
  if (givenUrl) {
    if (await canCreateDatabases(givenUrl)) return { url: givenUrl, stop: () => {} };
    throw new Error("TEST_DATABASE_URL is set, but no PostgreSQL answers there.");
  }
  const programs = findPrograms();
  if (programs !== null) return startOwn(programs);
  for (const login of ["postgres", "postgres:postgres"]) {
    const url = `postgres://${login}@127.0.0.1:5432/postgres`;
    if (await canCreateDatabases(url)) return { url, stop: () => {} };
  }
  const installed = installDebian("postgresql") ? findPrograms() : null;
  if (installed !== null) return startOwn(installed);
  throw new Error(
    "These tests need PostgreSQL: install the package `postgresql`, or set TEST_DATABASE_URL to a server on which databases may be created.",
  );
}

async function canCreateDatabases(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user",
    );
    return rows[0]?.may === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Debian installs the server's programs outside PATH. */
function findPrograms(): string | null {
  const found = spawnSync("pg_ctl", ["--version"]);
  if (found.status === 0) return "";
  try {
    const versions = readdirSync("/usr/lib/postgresql").sort((a, b) => Number(b) - Number(a));
    return versions[0] ? `/usr/lib/postgresql/${versions[0]}/bin/` : null;
  } catch {
    return null;
  }
}

/** Starts a server on a free port with trust authentication. */
async function startOwn(programs: string): Promise<TestServer> {
  const run = runAsPostgres(programs);
  const folder = makeFolder();
  const port = await findTestPort();
  run("initdb", "-D", folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync");
  startServer(run, folder, port, "-c synchronous_commit=off");
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => run("pg_ctl", "-D", folder, "-m", "immediate", "stop"),
  };
}

export interface PlacedServer extends TestServer {
  isRunning(): boolean;
  /** Starts it again, as a service manager does after a crash. */
  startAgain(): void;
  /** Text of its log. */
  output(): string;
}

/**
 * Starts a durable server in a folder, as on a deployer's machine. Throws an error with the package to install.
 * @param logFolder for its write-ahead log, if separate
 */
export async function startPostgresIn(
  folder: string,
  logFolder: string | null = null,
): Promise<PlacedServer> {
  const programs = findPrograms() ?? (installDebian("postgresql") ? findPrograms() : null);
  if (programs === null)
    throw new Error("This needs PostgreSQL's programs: install the package `postgresql`.");
  const run = runAsPostgres(programs);
  const data = join(folder, "data");
  // The log and the socket must not be on the disk that fills up.
  const outside = makeFolder();
  const port = await findTestPort();
  if (isRoot) for (const path of [folder, logFolder]) if (path) execFileSync("chown", ["postgres", path]);
  const wal = logFolder === null ? [] : ["--waldir", join(logFolder, "wal")];
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", ...wal);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${outside} -c max_connections=200`;
  const startAgain = () =>
    run("pg_ctl", "-D", data, "-w", "-l", join(outside, "log"), "-o", options, "start");
  startAgain();
  const succeeds = (...parts: string[]) => {
    try {
      run("pg_ctl", "-D", data, ...parts);
      return true;
    } catch {
      return false;
    }
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    isRunning: () => succeeds("status"),
    startAgain,
    output: () => readFileSync(join(outside, "log"), "utf8"),
    stop() {
      succeeds("-m", "immediate", "stop");
      rmSync(outside, { recursive: true, force: true });
    },
  };
}

export interface PostgresPair {
  /** Address of the primary. */
  first: URL;
  /** Address of the synchronous standby, which has each acknowledged write. */
  standby: URL;
  /** Stops the primary, as if its machine failed. */
  killFirst(): void;
  promote(): void;
  stop(): void;
}

/** Starts a primary and a synchronous standby. Throws an error with the package to install. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const programs = findPrograms() ?? (installDebian("postgresql") ? findPrograms() : null);
  if (programs === null)
    throw new Error("This needs PostgreSQL's programs: install the package `postgresql`.");
  const run = runAsPostgres(programs);
  const [primaryFolder, standbyFolder] = [makeFolder(), makeFolder()];
  const [primaryPort, standbyPort] = [await findTestPort(), await findTestPort()];
  run("initdb", "-D", primaryFolder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync");
  startServer(run, primaryFolder, primaryPort);
  const source = `host=127.0.0.1 port=${primaryPort} user=postgres`;
  run("pg_basebackup", "-D", standbyFolder, "-R", "-X", "stream", "-c", "fast", "-d", source);
  startServer(run, standbyFolder, standbyPort);
  const urlOf = (port: number) => new URL(`postgres://postgres@127.0.0.1:${port}/postgres`);
  const client = new pg.Client({ connectionString: urlOf(primaryPort).href });
  await client.connect();
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query("select pg_reload_conf()");
  await client.end();
  return {
    first: urlOf(primaryPort),
    standby: urlOf(standbyPort),
    killFirst: () =>
      process.kill(
        Number(readFileSync(join(primaryFolder, "postmaster.pid"), "utf8").split("\n")[0]),
        "SIGKILL",
      ),
    promote: () => run("pg_ctl", "-D", standbyFolder, "-w", "promote"),
    stop: () => run("pg_ctl", "-D", standbyFolder, "-m", "immediate", "stop"),
  };
}

type Run = (program: string, ...parts: string[]) => void;

/** Runs programs as `postgres` if this process is root, because PostgreSQL refuses to run as root. */
function runAsPostgres(programs: string): Run {
  return (program, ...parts) => {
    const line = [programs + program, ...parts];
    const [command = "", ...rest] = isRoot ? ["runuser", "-u", "postgres", "--", ...line] : line;
    execFileSync(command, rest, { stdio: "ignore" });
  };
}

const isRoot = process.getuid?.() === 0;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-postgres-"));
  if (isRoot) execFileSync("chown", ["postgres", folder]);
  return folder;
}

/** Starts a server without durability. */
function startServer(run: Run, folder: string, port: number, more = ""): void {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off -c full_page_writes=off -c max_connections=200 ${more}`;
  run("pg_ctl", "-D", folder, "-w", "-l", join(folder, "log"), "-o", options, "start");
}
