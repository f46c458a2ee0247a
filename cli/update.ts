import { join } from "node:path";
import { parseArgs } from "node:util";
import { PlainError } from "#app/platform/domain-error.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { updateSite } from "#app/update/update.ts";

const usage = `npm run update -- FOLDER --link LINK     puts the release in FOLDER in the place of this one
npm run update -- FOLDER                 only tries it, on a copy of the site
  --restart COMMAND          starts the service anew (systemctl restart frontdesk)
  --trial-database URL       an empty PostgreSQL database to try it in, for a site on PostgreSQL
  --new-words                other titles, headings and words are what the release is for
What it does, step by step: docs/deploy.md, "Later: a new version"
`;

/** `npm run update -- FOLDER`: a new release, tried on a copy of the site before it serves. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      link: { type: "string" },
      restart: { type: "string", default: "systemctl restart frontdesk" },
      "trial-database": { type: "string" },
      "new-words": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [next, second] = positionals;
  if (values.help) process.stdout.write(usage);
  else if (next === undefined || second !== undefined) throw new PlainError(`Name one folder.\n\n${usage}`);
  else {
    const current = join(import.meta.dirname, "..");
    await updateSite({
      env: readEnv(process.env, current),
      variables: process.env,
      current,
      next,
      link: values.link ?? null,
      restart: values.restart,
      trialDatabase: values["trial-database"] ?? null,
      takesNewWords: values["new-words"],
      tell: (line) => process.stdout.write(`${line}\n`),
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
