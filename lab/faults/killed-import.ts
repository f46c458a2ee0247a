import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { table, writeResults } from "../bench/support/results.ts";
import {
  type Command,
  chooseMoments,
  killCommand,
  type Moment,
  traceCommand,
} from "./support/killed-command.ts";
import { makePlace, type Place } from "./support/place.ts";
import { runCommand } from "./support/run-command.ts";

/**
 * `npm run faults:killed-import -- [--rounds 50] [--engine sqlite|postgres]`: kills `npm run import` of exports of WordPress and
 * Ghost at moments spread evenly over its calls, and repeats it. Expects the same site as after an
 * uninterrupted import, except ids and times; the daily cleanup removes files of killed imports.
 */
const { values: given } = parseArgs({
  options: { rounds: { type: "string", default: "50" }, engine: { type: "string" } },
});
const rounds = Number(given.rounds);
const secret = randomBytes(32).toString("hex");
const fixtures = join(import.meta.dirname, "../../tests/fixtures");
const sources = ["wordpress/river-lamps.xml", "ghost/delta-kites.json"];

preferMemory();
const folder = mkdtempSync(join(tmpdir(), "frontdesk-killed-import-"));
const uploads = await createUploads();
for (const source of sources) cpSync(join(fixtures, source), join(folder, basename(source)));
const server = await needPostgres();
let hasPassed = true;
const rows: string[][] = [];
for (const engine of ["sqlite", "postgres"] as const)
  for (const source of sources)
    if (given.engine === undefined || given.engine === engine) rows.push(await killImports(engine, source));
server.stop();
rmSync(folder, { recursive: true });
const text = table(
  ["engine", "export", "kills", "finished before the kill", "identical after the repeat", "leftover files"],
  rows,
);
process.stdout.write(`${text}\n`);
writeResults([{ name: "killed-import", title: "Import commands killed with SIGKILL and repeated", text }]);
process.exitCode = hasPassed ? 0 : 1;

async function killImports(engine: Place["engine"], source: string): Promise<string[]> {
  const seen = { killed: 0, ended: 0, same: 0, leftOver: 0 };
  const expected = await inNewPlace(engine, async (place) => {
    await runCommand(importLine(source), variablesOf(place));
    return readSite(place);
  });
  const calls = await inNewPlace(engine, (place) => traceCommand(commandOf(source, place)));
  for (const moment of chooseMoments(calls, rounds)) {
    const { wasKilled, site } = await inNewPlace(engine, (place) => killAndRepeat(source, place, moment));
    const isSame = site.content === expected.content;
    if (!isSame)
      process.stdout.write(
        `${engine}, ${source}: the site differs after call ${moment.call.number}, ${moment.call.what}\n${firstDifference(expected.content, site.content)}`,
      );
    seen.killed += Number(wasKilled);
    seen.ended += Number(!wasKilled);
    seen.same += Number(isSame);
    seen.leftOver += Math.max(0, site.files - expected.files);
  }
  hasPassed &&= seen.same === seen.killed + seen.ended && seen.killed > 0;
  return [engine, basename(source), ...Object.values(seen).map(String)];
}

async function killAndRepeat(source: string, place: Place, moment: Moment) {
  const wasKilled = await killCommand(commandOf(source, place), moment);
  await runCommand([...importLine(source), "--replace"], variablesOf(place));
  return { wasKilled, site: await readSite(place) };
}

async function inNewPlace<Result>(
  engine: Place["engine"],
  use: (place: Place) => Promise<Result>,
): Promise<Result> {
  await using place = await makePlace(engine, server.url);
  return await use(place);
}

function importLine(source: string): string[] {
  return ["cli/import.ts", join(folder, basename(source)), "--uploads", uploads];
}

function commandOf(source: string, place: Place): Command {
  return { arguments: importLine(source), env: variablesOf(place) };
}

function variablesOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    DATA_DIR: dataDir,
    SECRET: secret,
    SAMPLE_CONTENT: "off",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
}

/** Export of the site as text without ids and current times, and the number of stored files. */
async function readSite(place: Place): Promise<{ content: string; files: number }> {
  const exported = join(folder, `export-${randomBytes(5).toString("hex")}`);
  await runCommand(["cli/export.ts", exported], variablesOf(place));
  const names = readdirSync(exported, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const now = new RegExp(`${new Date().toISOString().slice(0, 10)}T[\\d:.]+Z`, "g");
  const content = names.map((name) => {
    const bytes = readFileSync(name);
    const isText = /\.(?:md|yaml|jsonl)$/.test(name);
    return `${name.slice(exported.length)}\n${isText ? bytes.toString("utf8").replaceAll(now, "now") : bytes.toString("base64")}`;
  });
  rmSync(exported, { recursive: true });
  const stored = join(place.dataDir, "files");
  return { content: withoutIds(content.join("\n")), files: readdirSync(stored, { recursive: true }).length };
}

/** First different line, expected and actual. */
function firstDifference(expected: string, actual: string): string {
  const [wanted, found] = [expected.split("\n"), actual.split("\n")];
  const at = found.findIndex((line, index) => line !== wanted[index]);
  return `- ${wanted[at]}\n+ ${found[at]}\n`;
}

/** Replaces ids by their order in the text. */
function withoutIds(text: string): string {
  const ids = new Map<string, string>();
  return text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
    const name = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, name);
    return name;
  });
}

/** Creates the pictures of the exports. */
async function createUploads(): Promise<string> {
  const made = join(folder, "uploads");
  const picture = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } }).png();
  mkdirSync(join(made, "2024/03"), { recursive: true });
  await picture("gold").toFile(join(made, "2024/03/cover.png"));
  await picture("brown").jpeg().toFile(join(made, "2024/03/lamp.jpg"));
  mkdirSync(join(made, "2024/05"));
  await picture("blue").toFile(join(made, "2024/05/blue.png"));
  return made;
}
