import { saysSignedIn } from "./accounts/cookies.ts";
import { startWithAccounts } from "./accounts/start-accounts.ts";
import { preparePages } from "./application.ts";
import { readSettings } from "./company/settings.ts";
import { migrate } from "./database/migrations.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { openFileStore } from "./files/open-store.ts";
import { createTally } from "./http/tally.ts";
import { startJobs } from "./jobs.ts";
import { openLeadFeed } from "./leads/live/lead-feed.ts";
import { noteMailbox } from "./leads/subscribers/bounces.ts";
import { openTurnstile } from "./leads/turnstile.ts";
import { openMail } from "./mail/open-mail.ts";
import { createIssueSetter } from "./newsletter/mail/set-issue.ts";
import { systemClock } from "./platform/clock.ts";
import { type Env, readEnv } from "./platform/env.ts";
import { createLogger, type Logger } from "./platform/log.ts";
import { readSecret } from "./platform/secret.ts";
import { fillSampleApart, isUntouched } from "./sample.ts";
import { type Serving, serve } from "./serve.ts";
import { startVisitCount } from "./visits/count-visits.ts";

export { createWorld, openAccounts } from "./accounts/open-accounts.ts";
export { createApplication } from "./application.ts";
export { openLeadFeed } from "./leads/live/lead-feed.ts";

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
  const secret = readSecret(env);
  const open = await openFilled(env, { variables, folder, log });
  const { db } = open;
  const files = await openFileStore(env, (err) => log.warn({ err }, "files can't be read or kept as yet"));
  const jobs = startJobs({ db, files, clock: systemClock, log });
  const tally = createTally({ publicUrl: env.publicUrl, isLeftOut: saysSignedIn });
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
  const mail = await openMail({
    ...{ db, clock: systemClock, log, env },
    setIssue: createIssueSetter(db, env.publicUrl),
    afterwards: noteMailbox(systemClock.now),
  });
  const leadFeed = openLeadFeed(db, systemClock);
  const onAway = (err: unknown) => log.warn({ err }, "the check for people could not be asked");
  const stopServing = await serve(
    {
      ...{ db, files, clock: systemClock, publicUrl: env.publicUrl, folder },
      ...{ accounts: accounts.accounts, mail: mail.desk },
      ...{ leadFeed, peopleCheck: env.turnstile && openTurnstile(env.turnstile, { onAway }) },
    },
    { env, log, tally, before },
  );
  const visits = startVisitCount(
    {
      db,
      clock: systemClock,
      tally,
      timeZone: async () => (await readSettings(db)).company.timeZone || "UTC",
    },
    (err) => log.error({ err }, "visits could not be kept; they will be tried again"),
  );
  log.info(
    {
      address: env.publicUrl.origin,
      data: env.databaseUrl ? "PostgreSQL" : env.dataDir,
      files: env.bucket ? `bucket ${env.bucket.name} at ${env.bucket.endpoint.host}` : env.dataDir,
      notConfigured: [
        ...(env.smtpUrl ? [] : ["mail (kept in the data folder until it is)"]),
        ...(env.google ? [] : ["Google sign-in"]),
      ],
    },
    "Frontdesk is ready",
  );
  stopOnSignal(log, async () => {
    leadFeed.close();
    await stopServing();
    await Promise.all([jobs.stop(), accounts.stop(), mail.stop(), visits.stop()]);
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
