import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { blog } from "../../app/domain/content/kinds/blog.ts";
import { readVersion } from "../../app/domain/content/versions/read-versions.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, type Place, pause } from "./support/place.ts";
import { sendMessage } from "./support/traffic.ts";

/** `npm run faults [rounds]`: kills a writing process and the site repeatedly, and checks for lost acknowledged data. */
const rounds = Number(process.argv[2] ?? 40);
const secret = randomBytes(32).toString("hex");
const root = join(import.meta.dirname, "../..");
const server = await needPostgres();
let hasPassed = true;
const rows: [test: string, result: string][] = [];
for (const engine of ["sqlite", "postgres"] as const) {
  await using place = await makePlace(engine, server.url);
  report([`${engine}, posts`, await killWriters(place)]);
  report([`${engine}, messages`, await killSites(place)]);
}
server.stop();
writeResults([
  { name: "faults", title: "Site killed with SIGKILL during writes", text: table(["test", "result"], rows) },
]);
process.exitCode = hasPassed ? 0 : 1;

/** Kills writers. Every acknowledged post must be published in its second version and have facets. */
async function killWriters({ dataDir, databaseUrl }: Place): Promise<string> {
  const log = join(dataDir, "acknowledged");
  for (let round = 0; round < rounds; round += 1) {
    const child = spawn(
      join(root, "node_modules/.bin/node"),
      ["lab/faults/support/writer.ts", log, dataDir, databaseUrl ?? ""],
      { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
    );
    const before = linesOf(log).length;
    while (linesOf(log).length === before && child.exitCode === null) await pause(20);
    await pause(Math.random() * 400);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const ids = linesOf(log);
  await using open = await openDatabase({ dataDir, databaseUrl }, "a fault test", () => {});
  let lost = 0;
  for (const id of ids) {
    const row = await open.db.query
      .selectFrom("entries")
      .select(["live_version", "state"])
      .where("id", "=", id)
      .executeTakeFirst();
    const isStored =
      row?.live_version === 2 &&
      row.state === "published" &&
      (await readVersion(open.db, blog, id, 2)).data.summary === "second version";
    if (!isStored) lost += 1;
  }
  const partial = await open.db.query
    .selectFrom("entries")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("live_version", "is not", null)
    .where("id", "not in", (eb) => eb.selectFrom("entry_facets").select("entry_id"))
    .executeTakeFirstOrThrow();
  hasPassed &&= lost === 0 && Number(partial.count) === 0;
  return `${rounds} kills, ${ids.length} acknowledged, ${lost} lost, ${partial.count} partial`;
}

/** Kills the site. Every reference that a visitor received must have a row. */
async function killSites({ dataDir, databaseUrl }: Place): Promise<string> {
  const references: string[] = [];
  for (let round = 0; round < Math.ceil(rounds / 4); round += 1) {
    const site = await startSite({
      dataDir,
      env: {
        SAMPLE_CONTENT: "off",
        TRUST_PROXY: "127.0.0.1",
        ...(databaseUrl ? { DATABASE_URL: databaseUrl, SECRET: secret } : {}),
      },
    });
    const end = performance.now() + 200 + Math.random() * 600;
    let isRunning = true;
    const visitors = Array.from({ length: 4 }, async (_, visitor) => {
      for (let n = 0; isRunning; n += 1) {
        const reference = await sendMessage(site.url, `${round}-${visitor}-${n}`).catch(() => null);
        if (reference) references.push(reference);
      }
    });
    while (performance.now() < end) await pause(20);
    await site.stop("SIGKILL");
    isRunning = false;
    await Promise.all(visitors);
  }
  await using open = await openDatabase({ dataDir, databaseUrl }, "a fault test", () => {});
  const stored = new Set(
    (await open.db.query.selectFrom("leads").select("reference").execute()).map((row) => row.reference),
  );
  const lost = references.filter((reference) => !stored.has(reference)).length;
  hasPassed &&= lost === 0 && references.length > 0;
  return `${Math.ceil(rounds / 4)} kills, ${references.length} acknowledged, ${lost} lost`;
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
}

function report([test, result]: [test: string, result: string]): void {
  rows.push([test, result]);
  process.stdout.write(`${test}: ${result}\n`);
}
