import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { importAny, tryImport } from "#app/ops/transfer/import-any.ts";
import { unpackExportParts } from "#app/ops/transfer/jobs/export-parts.ts";
import { openForCommand, openReadOnly } from "#app/platform/database/open-up-to-date.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand } from "./command.ts";

const usage = `npm run import -- FOLDER                     a folder of Markdown, YAML and pictures
npm run import -- site.json                  the same in one JSON file
npm run import -- export.xml                 a WordPress export (WXR)
npm run import -- part1.xml part2.xml …      all files of one WordPress export, or a folder or .zip of them
npm run import -- ghost.json                 a Ghost export
  --uploads DIR    where WordPress kept its files (wp-content/uploads), or Ghost its pictures (content/images)
  --replace        adds a new version to an entry with the same address, which otherwise is an error
  --accept-losses  imports even if the report starts with unexplained differences
  --dry-run        only checks and changes nothing; the site may run
Formats: docs/import.md
`;

/** `npm run import -- FILE|FOLDER`: imports a company in one transaction; the site must not run on the same data folder. */
await runCommand({
  usage,
  options: {
    uploads: { type: "string" },
    replace: { type: "boolean", default: false },
    "accept-losses": { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
  },
  check: (paths) =>
    paths.length === 1 || (paths.length > 1 && paths.every((path) => /\.xml$/i.test(path)))
      ? null
      : "Name one file or folder, or all .xml files of one WordPress export.",
  run: (values, [path = "", ...further]) => run([path, ...further], values),
});

interface Values {
  uploads?: string | undefined;
  replace?: boolean;
  "accept-losses"?: boolean;
  "dry-run"?: boolean;
}

async function run(paths: [string, ...string[]], values: Values): Promise<void> {
  for (const path of paths)
    if (!existsSync(path)) throw new PlainError(`There is no file or folder ${path}.`);
  const { uploads } = values;
  if (uploads !== undefined && !statSync(uploads, { throwIfNoEntry: false })?.isDirectory())
    throw new PlainError(`--uploads: there is no folder ${uploads}.`);
  const env = readEnv(process.env, productFolder);
  const options = {
    actor: { id: "import", requestId: "" },
    now: new Date(),
    replace: values.replace ?? false,
    uploads: uploads ?? null,
  };
  const [path] = paths;
  using parts = /\.zip$/i.test(path) ? await unpackExportParts(path, tmpdir()) : null;
  const source = parts?.source ?? paths;
  if (values["dry-run"]) {
    await using open = await openReadOnly(env);
    process.stdout.write(await tryImport(open.db, source, options));
    return;
  }
  // An import may precede the first start.
  await using open = await openForCommand(env, { holder: "npm run import", makesNew: true });
  const { store } = await openFilesOfSite(env, open.db);
  const acceptLosses = values["accept-losses"] ?? false;
  process.stdout.write(
    await importAny(open.db, store, source, {
      ...options,
      acceptLosses,
      reportFolder: env.dataDir,
      reportFor: parts ? path : undefined,
    }),
  );
}
