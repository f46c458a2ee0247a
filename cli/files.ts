import { join } from "node:path";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { cleanUpFiles } from "#app/files/cleanup.ts";
import { countMissing } from "#app/files/store/missing-files.ts";
import { openFilesOfSite, placeOfFiles } from "#app/files/store/open-store.ts";
import { describeOwner } from "#app/files/store/site-files.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readEnv } from "#app/platform/settings/env.ts";

const usage = `npm run files                 says whose the files are, and what is missing or lost
npm run files -- adopt        makes the folder or bucket this site's own, whoever's it was
npm run files -- cleanup      moves all files that this database does not know into the trash, and brings back those it knows again
With the embedded database, while the site is stopped.
`;

/** `npm run files`: the folder or bucket of files, and whose it is. */
const [command = "", ...rest] = process.argv.slice(2);
try {
  if (!["", "adopt", "cleanup"].includes(command) || rest.length > 0) {
    process.stderr.write(usage);
    process.exitCode = 2;
  } else await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  await using open = await openUpToDate(env, { holder: "npm run files" });
  const { db } = open;
  const files = await openFilesOfSite(env, db);
  const place = placeOfFiles(env);
  if (command === "adopt") await files.adopt();
  const warning = describeOwner(await files.owner(), place);
  if (command === "cleanup") {
    if (warning !== null) throw new PlainError(warning);
    const done = await cleanUpFiles(db, files.store, new Date(), true);
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
