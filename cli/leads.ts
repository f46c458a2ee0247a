import {
  type LeadSelection,
  leadsAsJson,
  listReceived,
  reportLeads,
} from "#app/domain/leads/reports/report.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { openReadOnly } from "#app/platform/database/open-up-to-date.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { productFolder, runCommand, takesNothing } from "./command.ts";

const usage = `npm run leads                          the newest 20 messages, call requests and subscribers
npm run leads -- --since 2026-11-01    those since a date (UTC) or time
npm run leads -- --all                 all of them
npm run leads -- --json                prints JSON
`;

/** `npm run leads`: prints visitors' messages; works while the site runs. */
await runCommand({
  usage,
  options: {
    since: { type: "string" },
    all: { type: "boolean" },
    json: { type: "boolean" },
  },
  check: takesNothing,
  run: async (values) => void process.stdout.write(await print(values)),
});

interface Values {
  since?: string | undefined;
  all?: boolean | undefined;
  json?: boolean | undefined;
}

async function print(values: Values): Promise<string> {
  const env = readEnv(process.env, productFolder);
  const selection = readSelection(values);
  await using open = await openReadOnly(env);
  const leads = await listReceived(open.db, selection);
  return values.json ? `${leadsAsJson(leads)}\n` : reportLeads(leads);
}

function readSelection({ since, all }: Values): LeadSelection {
  if (since === undefined) return { limit: all ? undefined : 20 };
  const moment = new Date(since);
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(since) || Number.isNaN(moment.getTime()))
    throw new PlainError(`--since: "${since}" is not a date; write it as 2026-11-01`);
  return { since: moment };
}
