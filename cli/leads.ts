import { join } from "node:path";
import { parseArgs } from "node:util";
import { openForReading } from "#app/database/open.ts";
import { type LeadSelection, leadsAsJson, listReceived, reportLeads } from "#app/leads/reports/report.ts";
import { readEnv } from "#app/platform/settings/env.ts";

const usage = `npm run leads                          the newest 20 messages, call requests and subscribers
npm run leads -- --since 2026-11-01    those since a day (UTC) or a moment
npm run leads -- --all                 all of them
npm run leads -- --json                as JSON
`;

/** `npm run leads`: prints what visitors have sent; the site may run meanwhile. */
try {
  // Whoever reads may stop early: `| head` is no error.
  process.stdout.on("error", () => process.exit());
  const { values } = parseArgs({
    options: {
      since: { type: "string" },
      all: { type: "boolean" },
      json: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  process.stdout.write(values.help ? usage : await print(values));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function print(values: { since?: string; all?: boolean; json?: boolean }): Promise<string> {
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  const selection = readSelection(values);
  await using open = await openForReading(env).catch((error: Error) => {
    if (!/unable to open database file/.test(error.message)) throw error;
    throw new Error(`There is no database in ${env.dataDir} yet; "npm start" makes it.`);
  });
  const leads = await listReceived(open.db, selection);
  return values.json ? `${leadsAsJson(leads)}\n` : reportLeads(leads);
}

function readSelection({ since, all }: { since?: string; all?: boolean }): LeadSelection {
  if (since === undefined) return { limit: all ? undefined : 20 };
  const moment = new Date(since);
  if (!/^\d{4}-\d\d-\d\d(T|$)/.test(since) || Number.isNaN(moment.getTime()))
    throw new Error(`--since: "${since}" is no date; write it as 2026-11-01`);
  return { since: moment };
}
