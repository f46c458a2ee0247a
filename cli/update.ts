import { join } from "node:path";
import { parseArgs } from "node:util";
import { holdStoppedSite, putCopyBack } from "#app/database/put-back.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { updateSite } from "#app/update/update.ts";

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

/** `npm run update -- FOLDER`: a new release, tried on a copy of the site before it serves. */
const folder = join(import.meta.dirname, "..");
// A terminal that was closed ends nothing half-way.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      link: { type: "string" },
      restart: { type: "string", default: restartUnit },
      "trial-database": { type: "string" },
      "new-words": { type: "boolean", default: false },
      "no-way-back": { type: "boolean", default: false },
      "put-back": { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [next, second] = positionals;
  if (values.help) process.stdout.write(usage);
  else if (values["put-back"] !== undefined) await putBack(values["put-back"]);
  else if (next === undefined || second !== undefined) throw new PlainError(`Name one folder.\n\n${usage}`);
  else
    await updateSite({
      env: readEnv(process.env, folder),
      variables: process.env,
      current: folder,
      next,
      link: values.link ?? null,
      restart: values.restart,
      trialDatabase: values["trial-database"] ?? null,
      takesNewWords: values["new-words"],
      takesNoWayBack: values["no-way-back"],
      signal: listenForSignals(),
      tell,
    });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function listenForSignals(): AbortSignal {
  const asked = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => asked.abort());
  return asked.signal;
}

async function putBack(copy: string): Promise<void> {
  const { dataDir, databaseUrl } = readEnv(process.env, folder);
  if (databaseUrl !== null)
    throw new PlainError(
      "PostgreSQL is put back by a restore into an empty database: docs/deploy.md, Upgrade.",
    );
  const lock = await holdStoppedSite(dataDir, "npm run update");
  try {
    tell(`${copy} is in place; the database that was there is kept as ${await putCopyBack(dataDir, copy)}`);
  } finally {
    lock.release();
  }
}
