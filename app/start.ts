import { hostname } from "node:os";
import { readIdleMinutes } from "#app/company/idle-minutes.ts";
import { openLeadFeed } from "#app/leads/lead-feed.ts";
import { noteMailbox } from "#app/leads/subscribers/change.ts";
import { readPersonOfEvent } from "#app/leads/workflow/lead-events.ts";
import { readFailure } from "#app/mail/outbox/deliver.ts";
import { mailAdmins } from "#app/mail/outbox/outbox.ts";
import { tryMailServer } from "#app/mail/transports/transport.ts";
import { findMisspelt } from "#app/platform/settings/variables.ts";
import { saysSignedIn } from "./accounts/sessions/cookies.ts";
import { requireUsableAdmin, startWithAccounts } from "./accounts/start-accounts.ts";
import { listAdmins } from "./accounts/users.ts";
import { preparePages } from "./application.ts";
import { readTimeZone } from "./company/company-time.ts";
import { adoptTimeZone } from "./company/first-time-zone.ts";
import { readSettings } from "./company/settings.ts";
import { prepareUnsavedKeys } from "./dashboard/shell/unsaved-key.ts";
import { announceInstance } from "./database/instances.ts";
import { endLeftLeases } from "./database/leases.ts";
import { watchDatabaseFile } from "./database/lost-file.ts";
import type { OpenDatabase } from "./database/open.ts";
import { openUpToDate } from "./database/open-up-to-date.ts";
import { describeHealth, noFailures, siteFigures } from "./figures.ts";
import {
  markOfPlace,
  openFilesOfSite,
  placeOfFiles,
  refuseEmptyPlace,
  refuseFilesOfAnother,
  refuseFilesOfLost,
} from "./files/store/open-store.ts";
import { describeOwner } from "./files/store/site-files.ts";
import { createPageViews } from "./http/cache/page-views.ts";
import { startJobs } from "./jobs.ts";
import { openMail } from "./mail/open-mail.ts";
import { createCampaignRenderer } from "./newsletter/mail/prepare-campaign.ts";
import { systemClock } from "./platform/clock.ts";
import { createLogger, type Logger } from "./platform/log.ts";
import { readProductVersion } from "./platform/product-version.ts";
import { readPreviousSecrets, readSecret } from "./platform/secrets/secret.ts";
import { type Env, findPlainConnections, readEnv, WrongSetting } from "./platform/settings/env.ts";
import { fillSampleInSubprocess, isUntouched, readSampleCompany } from "./sample.ts";
import { requireFreePorts, type Serving, serve } from "./serve.ts";
import { warmFormCaches } from "./site/forms/lead-pages.ts";
import { startVisitCount } from "./visits/count-visits.ts";
import { openNetwork } from "./webhooks/post.ts";
import { startWebhookSender, type WebhookSending } from "./webhooks/sender.ts";

export { openLeadFeed } from "#app/leads/lead-feed.ts";
export { createAccountContext } from "./accounts/account-context.ts";
export { createApplication } from "./application.ts";

export interface Start {
  /** The deployer's variables, before anything was added to them. */
  variables: Record<string, string | undefined>;
  /** Where the product is installed. */
  folder: string;
  before?: Serving["before"];
}

/** Opens everything in order, serves, and stops in order on SIGTERM or SIGINT. */
export async function startSite({ variables, folder, before }: Start): Promise<void> {
  const env = readEnv(variables, folder);
  const log = createLogger();
  for (const line of findMisspelt(variables)) log.warn(line);
  for (const line of findPlainConnections(env)) log.warn(line);
  await requireFreePorts(env);
  const open = await openFilled(env, { variables, folder, log });
  const secret = readSecret(env);
  const { db } = open;
  const databaseFile = watchDatabaseFile({ db, dataDir: env.dataDir, log });
  const onFilesAway = (err: unknown) => log.warn({ err }, "files can't be read or kept as yet");
  const siteFiles = await openFilesOfSite(env, db, onFilesAway);
  const files = siteFiles.store;
  const place = placeOfFiles(env);
  await siteFiles.owner().then((owner) => {
    const warning = describeOwner(owner, place);
    if (warning !== null) log.warn(warning);
  }, onFilesAway);
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
    (err) => log.error({ err }, "this instance could not say that it runs"),
  );
  let missingFiles = 0;
  const failedJobs = noFailures();
  if (env.runsJobs) await endLeftLeases(db);
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
  const pageViews = createPageViews({ publicUrl: env.publicUrl, isLeftOut: saysSignedIn });
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
      failed: (err) => log.error({ err }, "old account data could not be tidied away"),
    },
  );
  // Without an admin the browser of the setup comes first.
  if (env.timeZone && (await listAdmins(db)).length > 0)
    await adoptTimeZone(db, {
      timeZone: env.timeZone,
      actor: { id: "setup", requestId: "" },
      now: systemClock.now(),
    });
  if (!env.isDevelopment) await preparePages();
  await prepareUnsavedKeys(db);
  await warmFormCaches(db, env.publicUrl).catch((err) =>
    log.warn({ err }, "the pages with forms can't be read as yet"),
  );
  const mail = await openMail({
    db,
    clock: systemClock,
    log,
    env,
    renderCampaignMail: createCampaignRenderer(db, env.publicUrl),
    afterwards: noteMailbox(systemClock.now),
  });
  const outside = openNetwork({ allowsPrivate: env.webhooksPrivate });
  const sending: WebhookSending = {
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
      log.error({ err }, "visits could not be kept; they will be tried again");
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
        ...(env.runsJobs ? [] : ["jobs (nothing happens by itself, no mail is sent)"]),
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
  return isWaiting ? "mail (waits until SMTP_URL is set)" : "mail (becomes files in the data folder)";
}

const tryMs = 10_000;

/** How the site's test messages go: to its own public address, and by its own mail server. */
function canaryOf({ publicUrl, mailFrom, smtpUrl }: Env) {
  return {
    publicUrl,
    mailFrom,
    async tryMail() {
      if (smtpUrl === null) return null;
      try {
        await tryMailServer(smtpUrl, { connectMs: tryMs, silentMs: tryMs, publicUrl });
        return null;
      } catch (error) {
        return `The mail server takes no mail: ${readFailure(error).reason}`;
      }
    },
  };
}

/** A machine that starts brings up PostgreSQL within this time. */
const databasePatienceMs = 60_000;

interface Filling {
  variables: Start["variables"];
  folder: string;
  log: Logger;
}

/** The database, up to date, and with sample content if nothing was ever in it. */
async function openFilled(env: Env, { variables, folder, log }: Filling): Promise<OpenDatabase> {
  const open = () =>
    openUpToDate(env, {
      holder: `Frontdesk on port ${env.port}`,
      onError: (err) => log.error({ err }, "the database connection broke"),
      log: (line) => log.info(line),
      // Most starts update nothing, and need none of it.
      backUp: async (db) => (await import("#app/backup/snapshot.ts")).backUpBeforeUpdate(db, env, folder),
      async beforeFirst() {
        requireDataDir(env, variables);
        await refuseFilesOfLost(env);
      },
      patienceMs: databasePatienceMs,
    });
  const first = await open();
  try {
    if (!(await isUntouched(first.db))) {
      await refuseEmptyPlace(env, first.db);
      return first;
    }
    await refuseFilesOfAnother(env, first.db);
    // A mistake in the settings is said before the sample is filled in, and not some seconds later.
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
  log.info("the first start fills in the sample content; this takes some seconds");
  await fillSampleInSubprocess(folder, variables);
  return open();
}

/** A site for the public would otherwise begin again in the default folder. */
function requireDataDir({ databaseUrl, dataDir }: Env, { NODE_ENV, DATA_DIR }: Start["variables"]): void {
  if (databaseUrl !== null || NODE_ENV !== "production" || DATA_DIR?.trim()) return;
  throw new WrongSetting(
    "DATA_DIR",
    `there is no site in ${dataDir} yet; give the folder of the site's data`,
  );
}

/** However long a database or a mail server keeps silent, the process ends; what was acknowledged is kept by then. */
const longestStopMs = 15_000;

/** npm hands a signal on to a process that has had it already, since it goes to the whole group: that is no second one. */
const sameSignalMs = 1000;

/** The second signal does not wait. */
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
      log.error("the stop took too long; what was still open is cut off");
      process.exit(1);
    }, longestStopMs).unref();
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
