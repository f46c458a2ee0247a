import { hostname } from "node:os";
import { readIdleMinutes } from "#app/domain/company/idle-minutes.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { readPersonOfEvent } from "#app/domain/leads/workflow/lead-events.ts";
import { readFailure } from "#app/domain/mail/outbox/deliver.ts";
import { mailAdmins } from "#app/domain/mail/outbox/outbox.ts";
import { tryMailServer } from "#app/domain/mail/transports/transport.ts";
import { trackMailbox } from "#app/domain/newsletter/subscribers/change.ts";
import { findMisspelledVariables } from "#app/platform/settings/variables.ts";
import { prepareUnsavedKeys } from "../dashboard/shell/unsaved-key.ts";
import { hasSignedInCookie } from "../domain/accounts/sessions/cookies.ts";
import { requireUsableAdmin, startWithAccounts } from "../domain/accounts/start-accounts.ts";
import { listAdmins } from "../domain/accounts/users.ts";
import { readTimeZone } from "../domain/company/company-time.ts";
import { adoptTimeZone } from "../domain/company/first-time-zone.ts";
import { readSettings } from "../domain/company/settings.ts";
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
import { startVisitCount } from "../domain/visits/count-visits.ts";
import { openNetwork } from "../domain/webhooks/post.ts";
import { startWebhookSender, type WebhookSenderParts } from "../domain/webhooks/sender.ts";
import { fillSampleInSubprocess, isUntouched, readSampleCompany } from "../ops/sample/sample.ts";
import { announceInstance } from "../platform/database/instances.ts";
import { endAbandonedLeases } from "../platform/database/leases.ts";
import { watchDatabaseFile } from "../platform/database/lost-file.ts";
import type { OpenDatabase } from "../platform/database/open.ts";
import { openUpToDate } from "../platform/database/open-up-to-date.ts";
import { createPageViews } from "../platform/http/cache/page-views.ts";
import { systemClock } from "../platform/runtime/clock.ts";
import { createLogger, type Logger } from "../platform/runtime/log.ts";
import { readProductVersion } from "../platform/runtime/product-version.ts";
import { readPreviousSecrets, readSecret } from "../platform/secrets/secret.ts";
import { type Env, findUnencryptedConnections, readEnv, WrongSetting } from "../platform/settings/env.ts";
import { warmFormCaches } from "../site/forms/lead-pages.ts";
import { preparePages } from "./application.ts";
import { describeHealth, noFailures, siteFigures } from "./figures.ts";
import { startJobs } from "./jobs.ts";
import { requireFreePorts, type Serving, serve } from "./serve.ts";

export { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
export { createAccountContext } from "../domain/accounts/account-context.ts";
export { createApplication } from "./application.ts";

export interface Start {
  /** Environment variables of the deployer, unchanged. */
  variables: Record<string, string | undefined>;
  /** Installation folder of the product. */
  folder: string;
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

interface Filling {
  variables: Start["variables"];
  folder: string;
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
function requireDataDir({ databaseUrl, dataDir }: Env, { NODE_ENV, DATA_DIR }: Start["variables"]): void {
  if (databaseUrl !== null || NODE_ENV !== "production" || DATA_DIR?.trim()) return;
  throw new WrongSetting("DATA_DIR", `there is no site in ${dataDir} yet; set the folder of the site's data`);
}

/**
 * Maximum duration of a stop, even if the database or mail server hangs; committed writes are
 * durable.
 */
const longestStopMs = 15_000;

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
    }, longestStopMs).unref();
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
