import { backUpBeforeUpdate } from "#app/backup/snapshot.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { refuseFilesOfLost } from "#app/files/store/open-store.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand, say, takesNothing } from "./command.ts";

const usage = `npm run migrate                      brings the database up to date, after a copy or backup of it, and says what it did
npm run migrate -- --without-copy    backs nothing up first
With the embedded database, while the site is stopped.
`;

/** `npm run migrate`. */
await runCommand({
  usage,
  options: { "without-copy": { type: "boolean", default: false } },
  check: takesNothing,
  async run(values) {
    const env = readEnv(process.env, productFolder);
    refuseRootInDataDir(env.dataDir);
    let isUpToDate = true;
    const open = await openUpToDate(env, {
      holder: "npm run migrate",
      log(line) {
        isUpToDate = false;
        say(line);
      },
      backUp: (db) => backUpBeforeUpdate(db, env, productFolder),
      withCopy: !values["without-copy"],
      beforeFirst: () => refuseFilesOfLost(env),
    });
    await open.close();
    if (isUpToDate) say("The database is up to date.");
  },
});
