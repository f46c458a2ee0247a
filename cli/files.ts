import { openForCommand } from "#app/database/open-up-to-date.ts";
import { cleanUpFiles } from "#app/files/cleanup.ts";
import { openFileStore, openFilesOfSite, placeOfFiles } from "#app/files/store/open-store.ts";
import { countMissing, describeOwner } from "#app/files/store/site-files.ts";
import { copyMissingFiles } from "#app/files/store/store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand, say } from "./command.ts";

const usage = `npm run files                 says whose the files are, and what is missing or lost
npm run files -- adopt        makes the folder or bucket this site's own, whoever's it was
npm run files -- take PLACE   copies every file that is missing here from another place: "folder" (DATA_DIR/files), or an address as in FILES_URL
npm run files -- cleanup      moves all files that this database does not know into the trash, and brings back those it knows again
With the embedded database, while the site is stopped.
`;

/** `npm run files`: the folder or bucket of files, and whose it is. */
await runCommand({
  usage,
  options: {},
  check: ([command = "", ...rest]) =>
    ["", "adopt", "cleanup", "take"].includes(command) && rest.length === Number(command === "take")
      ? null
      : "This is not what is done with files.",
  run: (_, [command = "", ...rest]) => run(command, rest),
});

async function run(command: string, rest: string[]): Promise<void> {
  const env = readEnv(process.env, productFolder);
  // Files that outlived their database are adopted before the first start of another.
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
    if (placeOfFiles(other) === place) throw new PlainError(`The files are in ${place} already.`);
    const taken = await copyMissingFiles(await openFileStore(other, undefined, db), files.store);
    say(`Copied ${taken} files from ${placeOfFiles(other)} to ${place}.`);
    return;
  }
  if (command === "cleanup") {
    if (warning !== null) throw new PlainError(warning);
    const done = await cleanUpFiles(db, files.store, new Date(), { isManual: true });
    say(
      `Moved ${done.moved} files into the trash, brought ${done.broughtBack} back, deleted ${done.purged}.`,
    );
    return;
  }
  const { looked, missing } = await countMissing(db, files.store, new Date());
  const trash = (await files.store.listTrash()).length;
  say(warning ?? `The files in ${place} are this site's own.`);
  say(`Stored: ${(await files.store.list()).length}; in the trash: ${trash}.`);
  say(`Of ${looked} files of the library that were looked for, ${missing} are missing.`);
}
