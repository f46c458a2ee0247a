import { resolve } from "node:path";
import { lockStoppedSite, putCopyBack } from "#app/database/restore-copy.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { updateSite } from "#app/update/update.ts";
import { productFolder, runCommand, say } from "./command.ts";

/** A service that has failed a few times is not started again before its count is set back. */
const restartUnit =
  "systemctl reset-failed frontdesk.service frontdesk.socket 2>/dev/null; systemctl restart frontdesk";

const usage = `npm run update -- FOLDER --link LINK     puts the release in FOLDER in the place of this one
npm run update -- FOLDER                 only tries it, on a copy of the site
npm run update -- --put-back COPY        puts a copy of the embedded database from before an update back; stop the service first
  --restart COMMAND          starts the service anew (systemctl restart frontdesk)
  --trial-database URL       an empty PostgreSQL database to try it in, for a site on PostgreSQL
  --no-way-back              goes on where, on PostgreSQL, a restore alone would lead back
  --new-words                other titles, headings and words are what the release is for
What it does, step by step: docs/deploy.md, "Later: a new version"
`;

// A terminal that was closed ends nothing half-way.
process.stderr.on("error", () => {});

/** `npm run update -- FOLDER`: a new release, tried on a copy of the site before it serves. */
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
    if (values["put-back"] === undefined) return folders.length === 1 ? null : "Name one folder.";
    return folders.length === 0 ? null : "--put-back goes without the folder of a release.";
  },
  async run(values, [next = ""]) {
    if (values["put-back"] !== undefined) return await putBack(values["put-back"]);
    await updateSite({
      env: readEnv(process.env, productFolder),
      variables: process.env,
      current: productFolder,
      // The link is read from another folder than this one.
      next: resolve(next),
      link: values.link === undefined ? null : resolve(values.link),
      restart: values.restart ?? restartUnit,
      trialDatabase: values["trial-database"] ?? null,
      takesNewWords: values["new-words"] ?? false,
      takesNoWayBack: values["no-way-back"] ?? false,
      signal: listenForSignals(),
      log: say,
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
      "PostgreSQL is put back by a restore into an empty database: docs/deploy.md, Upgrade.",
    );
  const lock = await lockStoppedSite(dataDir, "npm run update");
  try {
    say(`${copy} is in place; the database that was there is kept as ${await putCopyBack(dataDir, copy)}`);
  } finally {
    lock.release();
  }
}
