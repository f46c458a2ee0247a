import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

/**
 * Loaded before a command (`node --import`): kills its process at a chosen storage call. Calls are statements of either engine
 * and file changes.
 * - FAULT_TRACE: file for a log of every call with its time in milliseconds.
 * - FAULT_AT: number of the call before which the process is killed.
 * - FAULT_AFTER: microseconds after the start of that call, to kill during it instead.
 */
const { FAULT_TRACE: tracePath, FAULT_AT: at, FAULT_AFTER: after, DATABASE_URL: databaseUrl } = process.env;
const trace = tracePath ? fs.openSync(tracePath, "w") : null;
const killer = after ? await startKiller() : null;
const { writeSync } = fs;
let count = 0;

function onCall(what: string): void {
  if (trace !== null) writeSync(trace, `${JSON.stringify({ at: performance.now(), what })}\n`);
  if (at !== undefined && count === Number(at)) kill();
  count += 1;
}

function kill(): void {
  if (killer === null) process.kill(process.pid, "SIGKILL");
  else {
    Atomics.store(killer, 0, 1);
    Atomics.notify(killer, 0);
  }
}

/** Starts a thread that can kill the process during a blocking statement. */
async function startKiller(): Promise<Int32Array> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("kill-later.ts", import.meta.url), {
    execArgv: [],
    workerData: {
      flag,
      milliseconds: Number(after) / 1000,
    },
  });
  await new Promise((resolve) => worker.once("message", resolve));
  worker.unref();
  return flag;
}

type Call = (...values: unknown[]) => unknown;

function intercept(
  owner: object,
  name: string,
  describe: (self: unknown, values: unknown[]) => string,
): void {
  const methods = owner as Record<string, Call>; // methods of any type
  const original = methods[name];
  if (!original) throw new Error(`There is no method ${name} to intercept.`);
  methods[name] = function (this: unknown, ...values: unknown[]) {
    onCall(describe(this, values));
    return original.apply(this, values);
  };
}

intercept(DatabaseSync.prototype, "exec", (_, [text]) => String(text));
for (const name of ["run", "all", "get"])
  intercept(StatementSync.prototype, name, (self, [first]) => describeStatement(sourceOf(self), first));
for (const name of ["writeFileSync", "renameSync", "rmSync", "mkdirSync", "chmodSync", "fsyncSync"])
  intercept(fs, name, (_, [path]) => `${name} ${path}`);
syncBuiltinESMExports();
if (databaseUrl) {
  const { default: pg } = await import("pg");
  intercept(pg.Client.prototype, "query", (_, [query, values]) =>
    describeStatement(String(query), Array.isArray(values) ? values[0] : ""),
  );
}

function sourceOf(statement: unknown): string {
  return statement instanceof StatementSync ? statement.sourceSQL : "";
}

/** Description of a statement, with the name of a recorded migration step. */
function describeStatement(text: string, first: unknown): string {
  return /^insert into "kysely_migration"/.test(text) ? `step taken: ${first}` : text.slice(0, 80);
}
