import { resolve } from "node:path";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { updateSite } from "#app/ops/update/update.ts";
import { lockStoppedSite, restoreCopy } from "#app/platform/database/restore-copy.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { printLine, productFolder, runCommand } from "./command.ts";

/** After several failures, systemd restarts a unit only once its counter is reset. */
const restartUnit =
  "systemctl reset-failed frontdesk.service frontdesk.socket 2>/dev/null; systemctl restart frontdesk";

const usage = `npm run update -- FOLDER --link LINK     replaces this release with the one in FOLDER
npm run update -- FOLDER                 only tests it on a copy of the site
npm run update -- --put-back COPY        restores a copy of the embedded database from before an update; stop the service first
  --restart COMMAND          restarts the service (default: systemctl restart frontdesk)
  --trial-database URL       empty PostgreSQL database for the test, for a site on PostgreSQL
  --no-way-back              continues although, on PostgreSQL, only a restore could undo the update
  --new-words                accepts changed titles, headings and text on pages
All steps: docs/upgrade.md
`;

// The update continues if its terminal closes.
process.stderr.on("error", () => {});

/** `npm run update -- FOLDER`: tests a new release on a copy of the site before it serves. */
await runCommand({
  usage,
  options: {
    link: { type: "string" },
    restart: { type: "string", default: restartUnit },
    "trial-database": { type: "string" },
    "new-words": { type: "boolean", default: false },
    "no-way-back": { type: "boolean", default: false },
    "put-back": { type: "string" },
  },
  check(folders, values) {
    if (values["put-back"] === undefined) return folders.length === 1 ? null : "Give one folder.";
    return folders.length === 0 ? null : "--put-back takes no release folder.";
  },
  async run(values, [next = ""]) {
    if (values["put-back"] !== undefined) return await putBack(values["put-back"]);
    await updateSite({
      env: readEnv(process.env, productFolder),
      variables: process.env,
      current: productFolder,
      // The link is read from another folder.
      next: resolve(next),
      link: values.link === undefined ? null : resolve(values.link),
      restart: values.restart ?? restartUnit,
      trialDatabase: values["trial-database"] ?? null,
      acceptsNewWords: values["new-words"] ?? false,
      acceptsNoWayBack: values["no-way-back"] ?? false,
      signal: listenForSignals(),
      log: printLine,
    });
  },
});

function listenForSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop.abort());
  return stop.signal;
}

async function putBack(copy: string): Promise<void> {
  const { dataDir, databaseUrl } = readEnv(process.env, productFolder);
  if (databaseUrl !== null)
    throw new PlainError(
      "On PostgreSQL, restore a backup into an empty database instead: docs/upgrade.md, Roll back by hand.",
    );
  const lock = await lockStoppedSite(dataDir, "npm run update");
  try {
    printLine(`Restored ${copy}; the previous database is kept as ${await restoreCopy(dataDir, copy)}`);
  } finally {
    lock.release();
  }
}
