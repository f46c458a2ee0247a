import { join } from "node:path";
import { parseArgs } from "node:util";
import { openForReading } from "#app/database/open.ts";
import { openFileStore } from "#app/files/store/open-store.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { countOf } from "#app/transfer/apply/apply-import.ts";
import { exportFolder, exportJson } from "#app/transfer/bundle/export.ts";

const usage = `npm run export                    into a new folder, export-<day>
npm run export -- FOLDER          into that folder, which must be new or empty
npm run export -- site.json       into one JSON file
  --with-people    also who wrote what, people, messages and calls, subscribers with the proof of their consent, and the audit log;
                   then nobody but you may read it
`;

/** `npm run export`: writes everything of the site as files anyone can read; the site may run meanwhile. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: "boolean" },
      "with-people": { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(usage);
  else if (positionals.length > 1) throw new Error(`Name one folder or file.\n\n${usage}`);
  else await run(positionals[0] ?? `export-${new Date().toISOString().slice(0, 10)}`, values["with-people"]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function run(path: string, withPeople: boolean): Promise<void> {
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  await using open = await openForReading(env).catch((error: Error) => {
    if (!/unable to open database file/.test(error.message)) throw error;
    throw new Error(`There is no database in ${env.dataDir} yet; "npm start" makes it.`);
  });
  const store = await openFileStore(env, undefined, open.db);
  const write = path.endsWith(".json") ? exportJson : exportFolder;
  const { entries, pictures, documents, records } = await write(open.db, store, path, { withPeople });
  const told = [
    `${entries} ${entries === 1 ? "entry" : "entries"}`,
    `${pictures} ${pictures === 1 ? "picture" : "pictures"}`,
    `${documents} ${documents === 1 ? "document" : "documents"}`,
    ...Object.entries(records).map(([list, count]) => countOf(list, count)),
  ].join(", ");
  process.stdout.write(`Wrote ${told} to ${path}\n`);
}
