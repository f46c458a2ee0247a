import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { countOf } from "#app/ops/transfer/apply/apply-import.ts";
import type { ExportOptions } from "#app/ops/transfer/bundle/collect-site.ts";
import { exportFolder, exportJson } from "#app/ops/transfer/bundle/export.ts";
import { openReadOnly } from "#app/platform/database/open-up-to-date.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand } from "./command.ts";

const usage = `npm run export                    exports to a new folder, export-<day>
npm run export -- FOLDER          exports to that folder, which must be new or empty
npm run export -- site.json       exports to one new JSON file
  --force          replaces an existing file
  --with-people    also exports authorship, people, messages and calls, subscribers with proof of consent, and the audit log;
                   only you can read the result
`;

/** `npm run export`: writes the site's content as readable files; works while the site runs. */
await runCommand({
  usage,
  options: {
    "with-people": { type: "boolean", default: false },
    force: { type: "boolean", default: false },
  },
  check: ([, second]) => (second === undefined ? null : "Name one folder or file."),
  async run(values, [path]) {
    const isForced = values.force ?? false;
    await run(path ?? `export-${new Date().toISOString().slice(0, 10)}`, {
      withPeople: values["with-people"] ?? false,
      isForced,
    });
  },
});

async function run(path: string, options: ExportOptions): Promise<void> {
  const env = readEnv(process.env, productFolder);
  await using open = await openReadOnly(env);
  const store = await openFileStore(env, undefined, open.db);
  const write = path.endsWith(".json") ? exportJson : exportFolder;
  const { entries, pictures, documents, records } = await write(open.db, store, path, options);
  const summary = [
    `${entries} ${entries === 1 ? "entry" : "entries"}`,
    `${pictures} ${pictures === 1 ? "picture" : "pictures"}`,
    `${documents} ${documents === 1 ? "document" : "documents"}`,
    ...Object.entries(records).map(([list, count]) => countOf(list, count)),
  ].join(", ");
  process.stdout.write(`Wrote ${summary} to ${path}\n`);
}
