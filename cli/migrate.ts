import { refuseFilesOfLost } from "#app/domain/files/store/open-store.ts";
import { backUpBeforeUpdate } from "#app/ops/backup/snapshot.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import { refuseRootInDataDir } from "#app/platform/settings/disk-problem.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand, takesNothing } from "./command.ts";

const usage = `npm run migrate                      makes a copy or backup, updates the database and prints the steps
npm run migrate -- --without-copy    makes no backup first
With the embedded database, stop the site first.
`;

/** `npm run migrate`: updates the database schema. */
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
        printLine(line);
      },
      backUp: (db) => backUpBeforeUpdate(db, env, productFolder),
      withCopy: !values["without-copy"],
      beforeCreate: () => refuseFilesOfLost(env),
    });
    await open.close();
    if (isUpToDate) printLine("The database is up to date.");
  },
});
