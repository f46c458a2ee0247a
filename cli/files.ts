import { cleanUpFiles } from "#app/domain/files/cleanup.ts";
import { openFileStore, openFilesOfSite, placeOfFiles } from "#app/domain/files/store/open-store.ts";
import { countMissing, describeOwner } from "#app/domain/files/store/site-files.ts";
import { copyMissingFiles } from "#app/domain/files/store/store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { openForCommand } from "#app/platform/database/open-up-to-date.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

const usage = `npm run files                 shows the owner of the files, and missing or unknown files
npm run files -- adopt        assigns the folder or bucket to this site, even if it belonged to another
npm run files -- take PLACE   copies every missing file from another place: "folder" (DATA_DIR/files), or an address as in FILES_URL
npm run files -- cleanup      moves all files that this database does not list into the trash, and restores those it lists again
With the embedded database, stop the site first.
`;

/** `npm run files`: shows and assigns the folder or bucket of files. */
await runCommand({
  usage,
  options: {},
  check: ([command = "", ...rest]) =>
    ["", "adopt", "cleanup", "take"].includes(command) && rest.length === Number(command === "take")
      ? null
      : "Unknown arguments.",
  run: (_, [command = "", ...rest]) => run(command, rest),
});

async function run(command: string, rest: string[]): Promise<void> {
  const env = readEnv(process.env, productFolder);
  // `adopt` must work before the first start with a new database.
  await using open = await openForCommand(env, { holder: "npm run files", makesNew: command === "adopt" });
  const { db } = open;
  const files = await openFilesOfSite(env, db);
  const place = placeOfFiles(env);
  if (command === "adopt") await files.adopt();
  const warning = describeOwner(await files.owner(), place);
  if (command === "take") {
    if (warning !== null) throw new PlainError(warning);
    const [from = ""] = rest;
    const other = readEnv({ ...process.env, FILES_URL: from === "folder" ? "" : from }, productFolder);
    if (placeOfFiles(other) === place) throw new PlainError(`The files are already in ${place}.`);
    const taken = await copyMissingFiles(await openFileStore(other, undefined, db), files.store);
    printLine(`Copied ${taken} files from ${placeOfFiles(other)} to ${place}.`);
    return;
  }
  if (command === "cleanup") {
    if (warning !== null) throw new PlainError(warning);
    const done = await cleanUpFiles(db, files.store, new Date(), { isManual: true });
    printLine(`Moved ${done.moved} files into the trash, restored ${done.restored}, deleted ${done.purged}.`);
    return;
  }
  const { checked, missing } = await countMissing(db, files.store, new Date());
  const trash = (await files.store.listTrash()).length;
  printLine(warning ?? `The files in ${place} are this site's own.`);
  printLine(`Stored: ${(await files.store.list()).length}; in the trash: ${trash}.`);
  printLine(`${missing} of ${checked} checked library files are missing.`);
}
