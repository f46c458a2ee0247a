import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { openFilesOfSite } from "#app/files/store/open-store.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { importAny } from "#app/transfer/import-any.ts";

const usage = `npm run import -- FOLDER                     a folder of Markdown, YAML and pictures
npm run import -- site.json                  the same in one JSON file
npm run import -- export.xml                 a WordPress export (WXR)
npm run import -- ghost.json                 an export of Ghost
  --uploads DIR    where WordPress kept its files (wp-content/uploads), or Ghost its pictures (content/images)
  --replace        entries of the same address get a new version, instead of being refused
  --dry-run        only checks, and changes nothing
Formats: docs/import.md
`;

/** `npm run import -- FILE|FOLDER`: moves a company in, all of it or nothing; the site must not be running on the same data folder. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      uploads: { type: "string" },
      replace: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [path, second] = positionals;
  if (values.help) process.stdout.write(usage);
  else if (path === undefined || second !== undefined)
    throw new Error(`Name one file or folder.\n\n${usage}`);
  else await run(path, values);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

interface Values {
  uploads?: string;
  replace: boolean;
  "dry-run": boolean;
}

async function run(path: string, values: Values): Promise<void> {
  if (!existsSync(path)) throw new Error(`There is no file or folder ${path}.`);
  const { uploads } = values;
  if (uploads !== undefined && !statSync(uploads, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--uploads: there is no folder ${uploads}.`);
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  await using open = await openUpToDate(env, { holder: "npm run import" });
  const { store } = await openFilesOfSite(env, open.db);
  const told = await importAny(open.db, store, path, {
    actor: { id: "import", requestId: "" },
    now: new Date(),
    replace: values.replace,
    isTrial: values["dry-run"],
    uploads: uploads ?? null,
    reportFolder: env.dataDir,
  });
  process.stdout.write(told);
}
