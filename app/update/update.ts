import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { requireDatabaseFile } from "#app/database/open.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { findFreePort } from "#app/platform/network.ts";
import { readProductVersion } from "#app/platform/product-version.ts";
import { hasSecret, readSecret } from "#app/platform/secrets/secret.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { withSecretFiles } from "#app/platform/settings/variables.ts";
import { choosePages, comparePages, type PageFacts, pathsInSitemap, readPageFacts } from "./compare-pages.ts";
import {
  type DatabaseChange,
  describeNoWayBack,
  describeRestore,
  hasTakenAway,
  putDatabaseBack,
  readDatabaseChange,
} from "./database-change.ts";
import { collectOutput, endChild, finishStep, removeAfterEnd, spawnChild } from "./supervised-process.ts";

export interface UpdateRequest {
  env: Env;
  /** The deployer's, as they were given. */
  variables: Record<string, string | undefined>;
  /** Where the release that serves at present is installed, and where the new one is. */
  current: string;
  next: string;
  /** What the service starts from: a symbolic link to a release, put to the new one at the end. Null ends after the trial. */
  link: string | null;
  /** The command of a shell that starts the service anew, and comes back when it is ready or has failed. */
  restart: string;
  /** An empty PostgreSQL database for the trial; null tries the update on the embedded engine. */
  trialDatabase: string | null;
  /** Other titles, headings and words are what the new release is for: they are said, and end nothing. */
  takesNewWords: boolean;
  /** On PostgreSQL: allow steps that remove something, which only a restore can undo. */
  takesNoWayBack: boolean;
  /** Ends the trial, and what runs for it. The change itself is finished, or taken back. */
  signal: AbortSignal;
  log(line: string): void;
}

type Pages = Map<string, PageFacts>;

/**
 * Puts a new release in the place of the one that serves. Everything that can go wrong goes wrong beside it first: the release is
 * installed and built, the newest backup is restored into a place of its own and brought up to date by it, and its pages are
 * compared with those of today's release on the same copy. Throws a `PlainError`, with the site as it was, where any of it fails;
 * where the new release does not serve after the change, the former one is put back.
 */
export async function updateSite(request: UpdateRequest): Promise<void> {
  const { env, next, current, link, signal, log } = request;
  requireSite(env);
  if (!existsSync(join(next, "package.json")))
    throw new PlainError(`There is no release of Frontdesk in ${next}.`);
  if (realpathSync(next) === realpathSync(current))
    throw new PlainError("The new release must stand in a folder of its own, beside the one that serves.");
  if (link !== null) refuseOtherLink(link, current);
  let change: DatabaseChange;
  try {
    change = await tryBeside(request);
    signal.throwIfAborted();
  } catch (error) {
    if (signal.aborted) throw new PlainError("Stopped. Nothing of the site was changed.");
    throw error;
  }
  if (link === null) return log("trial: passed; nothing of the site was changed");
  const announce = () => log("the change is under way: it is finished, or taken back, before this ends");
  signal.addEventListener("abort", announce);
  await putInPlace(request, link, change);
}

/** With other settings than the service's, the trial would run on an empty site and create a new secret. */
function requireSite(env: Env): void {
  if (env.databaseUrl !== null) return;
  requireDatabaseFile(env);
  if (!hasSecret(env))
    throw new PlainError(
      `The secret of the site is gone: restore ${join(env.dataDir, "secret")}, or give SECRET, as the service has it.`,
    );
}

function refuseOtherLink(link: string, current: string): void {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new PlainError(`--link: ${link} is no symbolic link.`);
  if (realpathSync(link) !== realpathSync(current))
    throw new PlainError(`--link: ${link} leads to ${realpathSync(link)}, and this release is ${current}.`);
}

/** All that can be done without touching the site. */
async function tryBeside(request: UpdateRequest): Promise<DatabaseChange> {
  const { env, next, link, signal, log } = request;
  const options = { folder: next, signal, log };
  if (!isInstalled(next)) await runStep("install", "npm", ["ci", "--omit=dev"], options);
  await runStep("build", nodeOf(next), ["cli/build.ts", "--if-changed"], options);
  const change = await tryOnCopy(request);
  if (change.takesAway.length === 0) return change;
  log(
    `database: ${change.takesAway.join(", ")} ${change.takesAway.length === 1 ? "does" : "do"} more than add, so the release that serves can't run on the tables afterwards`,
  );
  if (link !== null && env.databaseUrl !== null && !request.takesNoWayBack)
    throw new PlainError(describeNoWayBack(request, change));
  return change;
}

/** Whether npm has come to its end there: it writes this file last. */
export function isInstalled(folder: string): boolean {
  return existsSync(join(folder, "node_modules/.package-lock.json"));
}

/** The newest backup under today's release, then under the new one. */
async function tryOnCopy(request: UpdateRequest): Promise<DatabaseChange> {
  const { env, current, next, trialDatabase, signal, log } = request;
  // In the release that serves: it is there that the next update looks for what this one may leave.
  using scratch = makeScratch(current, removeAfterEnd);
  const port = await findFreePort();
  const site = { port, host: `127.0.0.1:${port}` };
  const copy = {
    ...settingsOfCopy(request, join(scratch.path, "site")),
    PUBLIC_URL: `http://${site.host}`,
    PORT: String(port),
  };
  const steps = { env: copy, signal, log };
  if (env.databaseUrl !== null && trialDatabase === null)
    log("the copy is on the embedded engine; give --trial-database to try the update on PostgreSQL");
  await runStep("restore the newest backup", nodeOf(current), ["cli/restore.ts", "latest"], {
    ...steps,
    folder: current,
  });
  const before = await withTrialSite({ folder: current, env: copy, site, signal }, () => readPages(site));
  await runStep("update the copy", nodeOf(next), ["cli/migrate.ts", "--without-copy"], {
    ...steps,
    folder: next,
  });
  const after = await withTrialSite({ folder: next, env: copy, site, signal }, () =>
    readPages(site, [...before.keys()]),
  );
  judge(before, after, request);
  return await readDatabaseChange(env, {
    dataDir: copy.DATA_DIR,
    databaseUrl: trialDatabase,
    secret: copy.SECRET,
  });
}

/** Everything a release needs to run on a copy of the site, and nothing by which it could reach anybody. */
function settingsOfCopy({ env, variables, trialDatabase }: UpdateRequest, dataDir: string) {
  const given = withSecretFiles(variables);
  const handedOn = ["PATH", "HOME", "LANG", "TZ", "BACKUP_KEY", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];
  return {
    ...Object.fromEntries(handedOn.flatMap((name) => (given[name] ? [[name, given[name]]] : []))),
    DATA_DIR: dataDir,
    BACKUP_URL: given.BACKUP_URL ?? join(env.dataDir, "backups"),
    HOST: "127.0.0.1",
    SECRET: readSecret(env),
    JOBS: "off",
    SAMPLE_CONTENT: "off",
    ...(trialDatabase === null ? {} : { DATABASE_URL: trialDatabase }),
  };
}

/** Compares what two releases show. Throws where something is gone. */
function judge(
  before: Pages,
  after: Pages,
  { takesNewWords, log }: Pick<UpdateRequest, "takesNewWords" | "log">,
): void {
  const lines: string[] = [];
  let isGone = false;
  for (const [path, facts] of before) {
    const now = after.get(path);
    const differences = now ? comparePages(facts, now) : ["is gone"];
    isGone ||= now?.status !== facts.status;
    lines.push(...differences.map((line) => `${path}: ${line}`));
  }
  for (const line of lines) log(line);
  if (isGone || (lines.length > 0 && !takesNewWords))
    throw new PlainError(
      `Pages are not as they were under the release that serves; nothing of the site was changed.${isGone ? "" : " If that is what the release is for, add --new-words."}`,
    );
  log(
    `compare: ${before.size} pages, ${lines.length === 0 ? "all as they were" : `${lines.length} differences`}`,
  );
}

/** @param paths those to read; without, they are chosen from the sitemap */
async function readPages(site: SiteAddress, paths?: readonly string[]): Promise<Pages> {
  const pages: Pages = new Map();
  for (const path of paths ?? choosePages(await readSitemap(site))) {
    const { status, body } = await askPage(site, path);
    pages.set(path, readPageFacts(status, body));
  }
  return pages;
}

/** The paths of all pages, of each part of the sitemap. */
async function readSitemap(site: SiteAddress): Promise<string[]> {
  const paths: string[] = [];
  const waiting = ["/sitemap.xml"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { body } = await askPage(site, path);
    const found = pathsInSitemap(body);
    (body.includes("<sitemapindex") ? waiting : paths).push(...found);
  }
  return paths;
}

/** The change itself; goes back where the new release does not serve. */
async function putInPlace(request: UpdateRequest, link: string, change: DatabaseChange): Promise<void> {
  const { env, next, log } = request;
  const site = siteOf(env);
  await waitUntilReady(site).catch(() => {
    throw new PlainError(
      `Nothing of the site was changed: the release that serves is not ready at 127.0.0.1:${site.port}. Start it, or give the PORT it listens on.`,
    );
  });
  const before = await readPages(site);
  const former = readlinkSync(link);
  pointTo(link, next);
  try {
    await restartService(request);
    await waitUntilReady(site);
    await requireRelease(site, next);
    judge(before, await readPages(site, [...before.keys()]), request);
  } catch (error) {
    log(describeError(error));
    await goBack(request, { link, former, change });
    throw new PlainError("The update was taken back: the former release serves, as it did before.");
  }
  log(`updated: ${await readProductVersion(next)} serves`);
}

interface WayBack {
  link: string;
  /** What the link led to. */
  former: string;
  change: DatabaseChange;
}

/** Throws a `PlainError` that says what is so where the former release can't be put back. */
async function goBack(request: UpdateRequest, { link, former, change }: WayBack): Promise<void> {
  const { env, log } = request;
  if (env.databaseUrl !== null && (await hasTakenAway(env, change)))
    throw new PlainError(describeRestore(request, change));
  pointTo(link, former);
  log("the new release does not serve as it should: the former one is put back");
  if (change.takesAway.length > 0) {
    // On tables of the new release it only sees that it can't start, and ends: nobody writes to the database then.
    await restartService(request).catch(() => {});
    if (await hasTakenAway(env, change)) await goBackWithDatabase(request, { link, change });
  }
  try {
    await restartService(request);
    await waitUntilReady(siteOf(env));
  } catch (error) {
    throw new PlainError(
      `${describeError(error)}\nThe link leads to the former release again, and the site ${await describeServing(env)}.`,
    );
  }
}

async function describeServing(env: Env): Promise<string> {
  const answer = await askPage(siteOf(env), "/readyz").catch(() => null);
  return answer?.status === 200 ? "serves" : "does NOT serve: it is down";
}

/** Puts the copy from before the update back, or the link to the new release where something would be lost by that. */
async function goBackWithDatabase(
  request: UpdateRequest,
  { link, change }: Pick<WayBack, "link" | "change">,
): Promise<void> {
  const { current, next, env, log } = request;
  using scratch = makeScratch(current, removeAfterEnd);
  const settings = settingsOfCopy({ ...request, trialDatabase: null }, scratch.path);
  const bringUpToDate = () =>
    runStep("update the copy from before", nodeOf(next), ["cli/migrate.ts", "--without-copy"], {
      folder: next,
      env: settings,
      log,
    });
  try {
    log(await putDatabaseBack(env, { current, change, scratch: scratch.path, bringUpToDate }));
  } catch (error) {
    pointTo(link, next);
    await restartService(request).catch(() => {});
    throw new PlainError(
      `${describeError(error)}\nThe link leads to the new release again, and the site ${await describeServing(env)}.`,
    );
  }
}

function siteOf({ port, publicUrl }: Env): SiteAddress {
  return { port, host: publicUrl.host };
}

/** It goes on though this process be killed. */
async function restartService({ next, restart, log }: UpdateRequest): Promise<void> {
  const child = spawn("/bin/sh", ["-c", restart], {
    cwd: next,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  await finishStep("restart", child, log);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** That it is the new release that answers: its pages name scripts of its own build. */
async function requireRelease(site: SiteAddress, folder: string): Promise<void> {
  const { body } = await askPage(site, "/contact");
  const scripts = [...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  if (scripts.length > 0 && scripts.every((path) => existsSync(join(folder, "build/client", path)))) return;
  throw new PlainError(
    "After the restart another release still serves: the service does not start from the link.",
  );
}

/** In one step, so that the link leads to a release at every moment. */
function pointTo(link: string, folder: string): void {
  const draft = `${link}.new`;
  rmSync(draft, { force: true });
  symlinkSync(folder, draft);
  renameSync(draft, link);
}

function nodeOf(folder: string): string {
  return join(folder, "node_modules/.bin/node");
}

interface StepOptions {
  folder: string;
  env?: Record<string, string | undefined>;
  signal?: AbortSignal;
  log(line: string): void;
}

/** Runs a program to its end, or to ours. Throws a `PlainError` with its last lines when it fails. */
async function runStep(
  name: string,
  program: string,
  args: string[],
  { log, ...options }: StepOptions,
): Promise<void> {
  await finishStep(name, spawnChild(program, args, options), log);
}

/** Where a site can be asked, and under which name it answers. */
interface SiteAddress {
  port: number;
  host: string;
}

interface Answer {
  status: number;
  body: string;
}

/** Asks a site of this machine for a page, as its visitors name it. Throws when there is no answer within 30 seconds. */
async function askPage({ port, host }: SiteAddress, path: string): Promise<Answer> {
  const asked = request({
    host: "127.0.0.1",
    port,
    path,
    headers: { host, accept: "text/html,*/*", "user-agent": "Frontdesk update" },
    signal: AbortSignal.timeout(30_000),
  });
  asked.end();
  const [response] = await once(asked, "response");
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode, body };
}

const patienceMs = 120_000;

/** Until the site says that it can serve. Throws a `PlainError` after two minutes, or when `hasEnded` says that it won't. */
async function waitUntilReady(site: SiteAddress, hasEnded = () => false): Promise<void> {
  const until = Date.now() + patienceMs;
  while (Date.now() < until && !hasEnded()) {
    const answer = await askPage(site, "/readyz").catch(() => null);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new PlainError("The site did not become ready.");
}

interface TrialOptions {
  /** Where the release is installed. */
  folder: string;
  /** The settings of the copy; the port is among them. */
  env: Record<string, string | undefined>;
  site: SiteAddress;
  signal: AbortSignal;
}

/** Runs a release on a copy of the site, where nothing happens by itself, while `work` looks at it. */
async function withTrialSite<Result>(
  { folder, env, site, signal }: TrialOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const child = spawnChild(nodeOf(folder), ["start.js"], { folder, env, signal });
  const lastLines = collectOutput(child);
  try {
    await waitUntilReady(site, () => child.exitCode !== null).catch(() => {
      throw new PlainError(`The release in ${folder} does not start on a copy of the site:\n${lastLines()}`);
    });
    return await work();
  } finally {
    await endChild(child);
  }
}
