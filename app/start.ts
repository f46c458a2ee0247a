import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { startWithAccounts } from "./accounts/start-accounts.ts";
import { type ApplicationParts, createApplication, preparePages } from "./application.ts";
import { readSettings } from "./company/settings.ts";
import { findRedirect } from "./content/redirects.ts";
import { startSchedule } from "./content/schedule.ts";
import type { Database } from "./database/database.ts";
import { migrate } from "./database/migrations.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { openDiskStore } from "./files/disk-store.ts";
import type { Application } from "./http/application.ts";
import { openAssets } from "./http/assets.ts";
import { createMetrics } from "./http/metrics.ts";
import { createPageCache } from "./http/page-cache.ts";
import { createSiteServer } from "./http/site-server.ts";
import { startLeadUpkeep } from "./leads/upkeep.ts";
import { openMail } from "./mail/open-mail.ts";
import { systemClock } from "./platform/clock.ts";
import { type Env, readEnv, WrongSetting } from "./platform/env.ts";
import { createLogger, type Logger } from "./platform/log.ts";
import { readSecret } from "./platform/secret.ts";
import { fillSampleApart, isUntouched } from "./sample.ts";

export { createWorld, openAccounts } from "./accounts/open-accounts.ts";
export { createApplication } from "./application.ts";

export interface Start {
  /** The deployer's variables, before anything was added to them. */
  variables: Record<string, string | undefined>;
  /** Where the product is installed. */
  folder: string;
  /** In development: what serves the sources to the browser, before anything else is asked. */
  before?: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void;
}

const cacheBytes = 64 * 1024 * 1024;

/** Opens everything in order, serves, and stops in order on SIGTERM or SIGINT. */
export async function startSite({ variables, folder, before }: Start): Promise<void> {
  const env = readEnv(variables, folder);
  const log = createLogger();
  const secret = readSecret(env);
  const open = await openFilled(env, { variables, folder, log });
  const { db } = open;
  const files = await openDiskStore(join(env.dataDir, "files"));
  const schedule = startSchedule(db, systemClock, (err, entryId) =>
    log.error({ err, entryId }, "a scheduled change failed"),
  );
  const upkeep = startLeadUpkeep(db, systemClock, (err) =>
    log.error({ err }, "old lead data could not be tidied away"),
  );
  const accounts = await startWithAccounts(
    {
      ...{ db, clock: systemClock, publicUrl: env.publicUrl, secret, google: env.google },
      companyName: async () => (await readSettings(db)).company.name,
      secondStepGraceDays: async () => (await readSettings(db)).accounts.secondStepGraceDays,
      warn: (message, err) => log.warn({ err }, message),
    },
    {
      admin: env.admin,
      tell: (line) => process.stdout.write(`${line}\n`),
      failed: (err) => log.error({ err }, "old account data could not be tidied away"),
    },
  );
  if (!env.isDevelopment) await preparePages();
  const mail = await openMail({ db, clock: systemClock, log, env });
  const stopServing = await serve(
    { db, files, clock: systemClock, publicUrl: env.publicUrl, accounts: accounts.accounts, folder },
    { env, log, before },
  );
  log.info(
    {
      address: env.publicUrl.origin,
      data: env.databaseUrl ? "PostgreSQL" : env.dataDir,
      notConfigured: [
        ...(env.smtpUrl ? [] : ["mail (kept in the data folder until it is)"]),
        ...(env.google ? [] : ["Google sign-in"]),
      ],
    },
    "Frontdesk is ready",
  );
  stopOnSignal(log, async () => {
    await stopServing();
    await Promise.all([schedule.stop(), upkeep.stop(), accounts.stop(), mail.stop()]);
    await open.close();
  });
}

interface Filling {
  variables: Start["variables"];
  folder: string;
  log: Logger;
}

/** The database, up to date, and with sample content if nothing was ever in it. */
async function openFilled(env: Env, { variables, folder, log }: Filling): Promise<OpenDatabase> {
  const open = async () => {
    const opened = await openDatabase(env, `Frontdesk on port ${env.port}`, (err) =>
      log.error({ err }, "the database connection broke"),
    );
    await migrate(opened.db);
    return opened;
  };
  const first = await open();
  if (!env.sampleContent || !(await isUntouched(first.db))) return first;
  await first.close();
  log.info("the first start fills in the sample content; this takes some seconds");
  await fillSampleApart(folder, variables);
  return open();
}

interface Serving {
  env: Env;
  log: Logger;
  before: Start["before"];
}

/** Listens; answers what stops it. */
async function serve(parts: ApplicationParts, { env, log, before }: Serving): Promise<() => Promise<void>> {
  const cache = createPageCache({ maxBytes: env.isDevelopment ? 0 : cacheBytes });
  parts.db.engine.onChange((labels) => (labels === null ? cache.clear() : cache.drop(labels)));
  const metrics = createMetrics({ cache, token: env.metricsToken });
  const assets = env.isDevelopment
    ? null
    : await openAssets(join(parts.folder, "build/client"), env.publicUrl);
  const { server, drain } = createSiteServer({
    ...{
      application: chooseApplication(parts, env),
      cache,
      assets,
      publicUrl: env.publicUrl,
      trustProxy: env.trustProxy,
      findMoved: (address) => findRedirect(parts.db, address),
      log,
      metrics,
    },
    ready: () => canRead(parts.db),
    isDevelopment: env.isDevelopment,
    ...(before ? { before } : {}),
  });
  await listen(server, env.port, env.host);
  const figures =
    env.metricsPort === null ? null : await listen(createServer(metrics.listener), env.metricsPort, env.host);
  return async () => {
    await drain.stop();
    figures?.close();
  };
}

/** In development every request meets the newest sources. */
function chooseApplication(parts: ApplicationParts, env: Env): Application {
  if (!env.isDevelopment) return createApplication(parts);
  return async (request, visit) =>
    (await import("./application.ts")).createApplication(parts)(request, visit);
}

async function listen(server: Server, port: number, host: string): Promise<Server> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new WrongSetting("PORT", `something else listens on ${port}; give another port`);
    throw error;
  }
  return server;
}

async function canRead(db: Database): Promise<boolean> {
  await db.query.selectFrom("settings").select("version").executeTakeFirst();
  return true;
}

/** The second signal does not wait. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, "stopping");
    stop().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, "the stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}
