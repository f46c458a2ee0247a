import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { hostname } from "node:os";
import { join } from "node:path";
import { readIdleMinutes } from "#app/domain/company/idle-minutes.ts";
import { openNotFoundLog } from "#app/domain/content/not-found-log.ts";
import { findMoved } from "#app/domain/content/urls/find-moved.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { readPersonOfEvent } from "#app/domain/leads/workflow/lead-events.ts";
import { readFailure } from "#app/domain/mail/outbox/deliver.ts";
import { mailAdmins } from "#app/domain/mail/outbox/outbox.ts";
import { tryMailServer } from "#app/domain/mail/transports/transport.ts";
import { trackMailbox } from "#app/domain/newsletter/subscribers/change.ts";
import { isProbe } from "#app/platform/http/listener/builtin-endpoints.ts";
import { findMisspelledVariables } from "#app/platform/settings/variables.ts";
import { prepareUnsavedKeys } from "../dashboard/shell/unsaved-key.ts";
import { hasSignedInCookie } from "../domain/accounts/sessions/cookies.ts";
import { requireUsableAdmin, startWithAccounts } from "../domain/accounts/start-accounts.ts";
import { listAdmins } from "../domain/accounts/users.ts";
import { readTimeZone } from "../domain/company/company-time.ts";
import { adoptTimeZone } from "../domain/company/first-time-zone.ts";
import { hasSettings, readSettings } from "../domain/company/settings.ts";
import {
  markOfPlace,
  openFilesOfSite,
  placeOfFiles,
  refuseEmptyPlace,
  refuseFilesOfAnother,
  refuseFilesOfLost,
} from "../domain/files/store/open-store.ts";
import { describeOwner } from "../domain/files/store/site-files.ts";
import { openMail } from "../domain/mail/open-mail.ts";
import { createCampaignRenderer } from "../domain/newsletter/mail/prepare-campaign.ts";
import type { SiteServices } from "../domain/routing/site-services.ts";
import { startVisitCount } from "../domain/visits/count-visits.ts";
import { openNetwork } from "../domain/webhooks/post.ts";
import { startWebhookSender, type WebhookSenderParts } from "../domain/webhooks/sender.ts";
import { fillSampleInSubprocess, isUntouched, readSampleCompany } from "../ops/sample/sample.ts";
import type { Database } from "../platform/database/database.ts";
import { announceInstance } from "../platform/database/instances.ts";
import { endAbandonedLeases } from "../platform/database/leases.ts";
import { watchDatabaseFile } from "../platform/database/lost-file.ts";
import type { OpenDatabase } from "../platform/database/open.ts";
import { openUpToDate } from "../platform/database/open-up-to-date.ts";
import { createPageCache } from "../platform/http/cache/page-cache.ts";
import { createPageViews, type PageViews } from "../platform/http/cache/page-views.ts";
import type { Application } from "../platform/http/listener/listener-options.ts";
import { createSiteServer } from "../platform/http/listener/site-server.ts";
import { createMetrics, type Figure } from "../platform/http/metrics/metrics.ts";
import { openAssets } from "../platform/http/responses/assets.ts";
import { systemClock } from "../platform/runtime/clock.ts";
import { createLogger, type Logger } from "../platform/runtime/log.ts";
import { readProductVersion } from "../platform/runtime/product-version.ts";
import { readPreviousSecrets, readSecret } from "../platform/secrets/secret.ts";
import type { Installation } from "../platform/services.ts";
import { type Env, findUnencryptedConnections, readEnv, WrongSetting } from "../platform/settings/env.ts";
import { warmFormCaches } from "../site/forms/lead-pages.ts";
import { addressRules } from "./addresses.ts";
import { createApplication, preparePages } from "./application.ts";
import { describeHealth, noFailures, siteFigures } from "./figures.ts";
import { startJobs } from "./jobs.ts";
import { redirectMoved } from "./redirect-moved.ts";

export { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
export { createAccountContext } from "../domain/accounts/account-context.ts";
export { createApplication } from "./application.ts";

export interface Start extends Installation {
  before?: Serving["before"];
}

/** Opens all services in order, serves, and stops them in order on SIGTERM or SIGINT. */
export async function startSite({ variables, folder, before }: Start): Promise<void> {
  const env = readEnv(variables, folder);
  const log = createLogger();
  for (const line of findMisspelledVariables(variables)) log.warn(line);
  for (const line of findUnencryptedConnections(env)) log.warn(line);
  await requireFreePorts(env);
  const open = await openFilled(env, { variables, folder, log });
  const secret = readSecret(env);
  const { db } = open;
  const databaseFile = watchDatabaseFile({ db, dataDir: env.dataDir, log });
  const onStorageError = (err: unknown) => log.warn({ err }, "file storage unavailable");
  const siteFiles = await openFilesOfSite(env, db, onStorageError);
  const files = siteFiles.store;
  const place = placeOfFiles(env);
  await siteFiles.owner().then((owner) => {
    const warning = describeOwner(owner, place);
    if (warning !== null) log.warn(warning);
  }, onStorageError);
  const version = await readProductVersion(folder);
  const announced = announceInstance(
    db,
    {
      name: `${hostname()}:${env.port}`,
      version,
      files: place,
      filesMark: await markOfPlace(env).catch(() => place),
    },
    (line) => log.warn(line),
    (err) => log.error({ err }, "heartbeat failed"),
  );
  let missingFiles = 0;
  const failedJobs = noFailures();
  if (env.runsJobs) await endAbandonedLeases(db);
  const jobs = env.runsJobs
    ? startJobs({
        db,
        files: siteFiles,
        placeOfFiles: place,
        dataDir: env.dataDir,
        env,
        variables,
        folder,
        onMissingFiles: (count) => {
          missingFiles = count;
        },
        onFailure(job) {
          failedJobs[job] += 1;
        },
        canary: env.isDevelopment ? null : canaryOf(env),
        clock: systemClock,
        log,
      })
    : null;
  const pageViews = createPageViews({ publicUrl: env.publicUrl, isLeftOut: hasSignedInCookie });
  const accounts = await startWithAccounts(
    {
      db,
      clock: systemClock,
      publicUrl: env.publicUrl,
      secret,
      google: env.google,
      previousSecrets: readPreviousSecrets(env),
      companyName: async () => (await readSettings(db)).company.name,
      secondStepGraceDays: async () => (await readSettings(db)).accounts.secondStepGraceDays,
      staffIdleMinutes: () => readIdleMinutes(db),
      warn: (message, err) => log.warn({ err }, message),
    },
    {
      admin: env.admin,
      print: (line) => process.stdout.write(`${line}\n`),
      failed: (err) => log.error({ err }, "failed to delete expired account data"),
    },
  );
  // Without an admin, the time zone comes from the browser during setup.
  if (env.timeZone && (await listAdmins(db)).length > 0)
    await adoptTimeZone(db, {
      timeZone: env.timeZone,
      actor: { id: "setup", requestId: "" },
      now: systemClock.now(),
    });
  if (!env.isDevelopment) await preparePages();
  await prepareUnsavedKeys(db);
  await warmFormCaches(db, env.publicUrl).catch((err) =>
    log.warn({ err }, "failed to read the pages with forms"),
  );
  const mail = await openMail({
    db,
    clock: systemClock,
    log,
    env,
    renderCampaignMail: createCampaignRenderer(db, env.publicUrl),
    onSettled: trackMailbox(systemClock.now),
  });
  const outside = openNetwork({ allowsPrivate: env.webhooksPrivate });
  const sending: WebhookSenderParts = {
    db,
    clock: systemClock,
    log,
    outside,
    publicUrl: env.publicUrl,
    readPerson: (type, data) => readPersonOfEvent(db, type, data),
    onDisabled: (tx, { url, why }, at) =>
      mailAdmins(tx, at, (name) => ({
        template: "webhook-off",
        name,
        host: new URL(url).host,
        why,
        link: new URL("/dashboard/webhooks", env.publicUrl).href,
      })),
  };
  const webhooks = env.runsJobs ? startWebhookSender(sending) : null;
  const leadFeed = openLeadFeed(db, systemClock);
  const operated = {
    db,
    clock: systemClock,
    dataDir: env.dataDir,
  };
  const stopServing = await serve(
    {
      db,
      files,
      clock: systemClock,
      publicUrl: env.publicUrl,
      folder,
      variables,
      dataDir: env.dataDir,
      backup: env.backup,
      accounts: accounts.context,
      mail: mail.service,
      leadFeed,
      outside,
    },
    {
      env,
      log,
      pageViews,
      before,
      figures: siteFigures({
        ...operated,
        version,
        failedJobs,
        missingFiles: () => missingFiles,
      }),
      explain: () => describeHealth({ ...operated, isMailWaiting: mail.service.isWaiting }),
    },
  );
  const visits = startVisitCount(
    {
      db,
      clock: systemClock,
      pageViews,
      timeZone: () => readTimeZone(db),
    },
    (err) => {
      failedJobs.visits += 1;
      log.error({ err }, "failed to save visits; retrying");
    },
  );
  log.info(
    {
      version,
      address: env.publicUrl.origin,
      data: env.databaseUrl ? "PostgreSQL" : env.dataDir,
      files: env.bucket ? `bucket ${env.bucket.name} at ${env.bucket.endpoint.host}` : place,
      notConfigured: [
        ...(mail.service.isSending ? [] : [describeMissingMail(mail.service.isWaiting)]),
        ...(env.google ? [] : ["Google sign-in"]),
        ...(env.runsJobs ? [] : ["background jobs (JOBS=off: no jobs, no mail)"]),
      ],
    },
    "Frontdesk is ready",
  );
  stopOnSignal(log, async () => {
    leadFeed.close();
    await stopServing();
    await Promise.all([
      announced.stop(),
      jobs?.stop(),
      accounts.stop(),
      mail.stop(),
      webhooks?.stop(),
      visits.stop(),
    ]);
    await databaseFile.stop();
    await open.close();
  });
}

const cacheBytes = 32 * 1024 * 1024;

interface Serving {
  env: Env;
  log: Logger;
  pageViews: PageViews;
  /** Metrics of the product at `/metrics`. */
  figures: readonly Figure[];
  /** Lines for `/readyz`, shown to holders of the metrics token. */
  explain(): Promise<readonly string[]>;
  /** Middleware of the development server, which receives requests first. */
  before?: ((...args: [...Parameters<RequestListener>, next: () => void]) => void) | undefined;
}

/**
 * Throws a `WrongSetting` if a port is in use. A first start calls this before it creates content; an inherited
 * socket already listens.
 */
export async function requireFreePorts(
  env: Pick<Env, "host" | "port" | "metricsPort" | "inheritedSocket">,
): Promise<void> {
  const { host, port, metricsPort, inheritedSocket } = env;
  const probes = [
    ...(inheritedSocket === null ? [{ port, variable: "PORT", host } as const] : []),
    ...(metricsPort === null ? [] : [{ port: metricsPort, variable: "METRICS_PORT", host } as const]),
  ];
  for (const probe of probes) {
    const server = await listen(createServer(), probe);
    server.close();
    await once(server, "close");
  }
}

/** Starts to listen; returns a function that stops the server. */
async function serve(
  services: SiteServices,
  { env, log, pageViews, before, figures, explain }: Serving,
): Promise<() => Promise<void>> {
  const cache = createPageCache({ addresses: addressRules, maxBytes: env.isDevelopment ? 0 : cacheBytes });
  services.db.changes.onChange((tags) => (tags === null ? cache.clear() : cache.drop(tags)));
  const redirectTo = (place: string | null) => (place === null ? null : redirectMoved(services, place));
  const notFoundLog = openNotFoundLog(services.db, services.clock, (err) =>
    log.error({ err }, "failed to flush 404 log"),
  );
  const metrics = createMetrics({
    cache,
    token: env.metricsToken,
    figures,
  });
  const assets = env.isDevelopment ? null : openAssets(join(services.folder, "build/client"), env.publicUrl);
  const { server, drain } = createSiteServer({
    application: chooseApplication(services, env),
    cache,
    addresses: addressRules,
    assets,
    publicUrl: env.publicUrl,
    trustProxy: env.trustProxy,
    onNotFound: (path, referrer) => notFoundLog.note(path, referrer),
    redirectMoved: async (address) => redirectTo(await findRedirect(services.db, address)),
    redirectSlashless: async (address) => redirectTo(await findMoved(services.db, address)),
    log,
    metrics,
    pageViews,
    ready: () => canRead(services.db),
    isProbe: (authorization) => isProbe(services.db.encryption, authorization, services.clock.now()),
    explain,
    isDevelopment: env.isDevelopment,
    isEveryAnswerLogged: env.accessLog,
    ...(before ? { before } : {}),
  });
  await (env.inheritedSocket === null
    ? listen(server, { port: env.port, variable: "PORT", host: env.host })
    : takeOver(server, env.inheritedSocket));
  const figuresServer =
    env.metricsPort === null
      ? null
      : await listen(createServer(metrics.listener), {
          port: env.metricsPort,
          variable: "METRICS_PORT",
          host: env.host,
        });
  return async () => {
    await drain.stop();
    await notFoundLog.stop();
    figuresServer?.close();
  };
}

/** In development, each request uses the newest sources. */
function chooseApplication(services: SiteServices, env: Env): Application {
  if (import.meta.env.PROD || !env.isDevelopment) return createApplication(services);
  return async (request, requestContext) =>
    (await import("./application.ts")).createApplication(services)(request, requestContext);
}

/**
 * Length of the accept queue. The socket stays open while one process replaces another, and new
 * connections wait in it.
 */
const acceptQueueLength = 4096;

async function takeOver(server: Server, fd: number): Promise<void> {
  server.listen({ fd, backlog: acceptQueueLength });
  await once(server, "listening");
}

async function listen(
  server: Server,
  { port, variable, host }: { port: number; variable: "PORT" | "METRICS_PORT"; host: string },
): Promise<Server> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    switch (error instanceof Error && "code" in error ? error.code : null) {
      case "EADDRINUSE":
        throw new WrongSetting(variable, `port ${port} is in use; set another one`);
      case "EACCES":
        throw new WrongSetting(variable, `this user may not listen on port ${port}; set 1024 or higher`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        throw new WrongSetting(
          "HOST",
          `${host} is not an address of this machine; set one of its own, 127.0.0.1 for local access only, or 0.0.0.0 for all`,
        );
      default:
        throw error;
    }
  }
  return server;
}

/**
 * Whether the database answers, its file exists and changes of other instances arrive; otherwise
 * pages could be outdated or writes could be lost.
 */
async function canRead(db: Database): Promise<boolean> {
  await hasSettings(db);
  return db.changes.readStatus().isListening && (db.file?.readLoss() ?? null) === null;
}

function describeMissingMail(isWaiting: boolean): string {
  return isWaiting ? "mail (waits until SMTP_URL is set)" : "mail (written to files in the data folder)";
}

const mailTimeoutMs = 10_000;

/** Destination of the site's test messages: its public address, through its own mail server. */
function canaryOf({ publicUrl, mailFrom, smtpUrl }: Env) {
  return {
    publicUrl,
    mailFrom,
    async tryMail() {
      if (smtpUrl === null) return null;
      try {
        await tryMailServer(smtpUrl, { connectMs: mailTimeoutMs, silentMs: mailTimeoutMs, publicUrl });
        return null;
      } catch (error) {
        return `The mail server accepts no mail: ${readFailure(error).reason}`;
      }
    },
  };
}

/** Time for PostgreSQL to start after a reboot. */
const databaseTimeoutMs = 60_000;

interface Filling extends Installation {
  log: Logger;
}

/** Opens the migrated database, and fills in sample content if it is unused. */
async function openFilled(env: Env, { variables, folder, log }: Filling): Promise<OpenDatabase> {
  const open = () =>
    openUpToDate(env, {
      holder: `Frontdesk on port ${env.port}`,
      onError: (err) => log.error({ err }, "database connection failed"),
      log: (line) => log.info(line),
      // Loaded only when needed, because most starts migrate nothing.
      backUp: async (db) => (await import("#app/ops/backup/snapshot.ts")).backUpBeforeUpdate(db, env, folder),
      async beforeCreate() {
        requireDataDir(env, variables);
        await refuseFilesOfLost(env);
      },
      waitMs: databaseTimeoutMs,
    });
  const first = await open();
  try {
    if (!(await isUntouched(first.db))) {
      await refuseEmptyPlace(env, first.db);
      return first;
    }
    await refuseFilesOfAnother(env, first.db);
    // Check the admin settings before the sample content, which takes some seconds.
    if (env.admin) {
      const companyName = async () => (env.sampleContent ? await readSampleCompany(folder) : "");
      await requireUsableAdmin({ db: first.db, companyName }, env.admin);
    }
  } catch (error) {
    await first.close();
    throw error;
  }
  if (!env.sampleContent) return first;
  await first.close();
  log.info("filling in the sample content");
  await fillSampleInSubprocess(folder, variables);
  return open();
}

/**
 * Refuses to create a production site in the default folder, which would hide a missing DATA_DIR.
 */
function requireDataDir(
  { databaseUrl, dataDir }: Env,
  { NODE_ENV, DATA_DIR }: Installation["variables"],
): void {
  if (databaseUrl !== null || NODE_ENV !== "production" || DATA_DIR?.trim()) return;
  throw new WrongSetting("DATA_DIR", `there is no site in ${dataDir} yet; set the folder of the site's data`);
}

/**
 * Maximum duration of a stop, even if the database or mail server hangs; committed writes are
 * durable.
 */
const maxStopMs = 15_000;

/**
 * npm forwards a signal that its process group already received; a repetition within this time is
 * ignored.
 */
const sameSignalMs = 1000;

/** Stops on the first signal; the second one exits at once. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const end = (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("stop timed out, exiting");
      process.exit(1);
    }, maxStopMs).unref();
    stop().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, "stop failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}
