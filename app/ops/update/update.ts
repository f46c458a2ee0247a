import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readlinkSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { requireDatabaseFile } from "#app/platform/database/open.ts";
import { findFreePort } from "#app/platform/runtime/network.ts";
import { readProductVersion } from "#app/platform/runtime/product-version.ts";
import { hasSecret, readSecret } from "#app/platform/secrets/secret.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { withSecretFiles } from "#app/platform/settings/variables.ts";
import { choosePages, comparePages, type PageFacts, pathsInSitemap, readPageFacts } from "./compare-pages.ts";
import {
  type DatabaseChange,
  describeNoWayBack,
  describeRestore,
  isDestructiveApplied,
  readDatabaseChange,
  revertDatabase,
} from "./database-change.ts";
import { collectOutput, endChild, finishStep, removeAfterEnd, spawnChild } from "./supervised-process.ts";

export interface UpdateRequest {
  env: Env;
  /** The deployer's environment variables. */
  variables: Record<string, string | undefined>;
  /** Folders of the current and the new release. */
  current: string;
  next: string;
  /** Symbolic link from which the service starts, pointed to the new release at the end. Null for a trial only. */
  link: string | null;
  /** Shell command that restarts the service and waits until it is ready or has failed. */
  restart: string;
  /** Empty PostgreSQL database for the trial; null uses the embedded engine. */
  trialDatabase: string | null;
  /** Accept changed titles, headings and words, and only list them. */
  acceptsNewWords: boolean;
  /** On PostgreSQL: allow steps that remove something, which only a restore can undo. */
  acceptsNoWayBack: boolean;
  /** Stops the trial; a started change is completed or reverted. */
  signal: AbortSignal;
  log(line: string): void;
}

type Pages = Map<string, PageFacts>;

/**
 * Replaces the current release after a trial: builds the new release, updates a restored backup with it, and compares the pages of
 * both releases on that copy. Reverts a failed change and throws a `PlainError`.
 */
export async function updateSite(request: UpdateRequest): Promise<void> {
  const { env, next, current, link, signal, log } = request;
  requireSite(env);
  if (!existsSync(join(next, "package.json")))
    throw new PlainError(`${next} contains no release of Frontdesk.`);
  if (realpathSync(next) === realpathSync(current))
    throw new PlainError("The new release must be in another folder than the current one.");
  if (link !== null) refuseOtherLink(link, current);
  let change: DatabaseChange;
  try {
    change = await prepareRelease(request);
    signal.throwIfAborted();
  } catch (error) {
    if (signal.aborted) throw new PlainError("Stopped. Nothing of the site was changed.");
    throw error;
  }
  if (link === null) return log("trial: passed; nothing of the site was changed");
  const announce = () => log("the change has started: it is completed or reverted before this ends");
  signal.addEventListener("abort", announce);
  await switchRelease(request, link, change);
}

/** Requires the settings of the service; with others, the trial would use an empty site and create a secret. */
function requireSite(env: Env): void {
  if (env.databaseUrl !== null) return;
  requireDatabaseFile(env);
  if (!hasSecret(env))
    throw new PlainError(
      `The secret of the site is missing: restore ${join(env.dataDir, "secret")}, or set SECRET as for the service.`,
    );
}

function refuseOtherLink(link: string, current: string): void {
  if (!lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new PlainError(`--link: ${link} is not a symbolic link.`);
  if (realpathSync(link) !== realpathSync(current))
    throw new PlainError(`--link: ${link} points to ${realpathSync(link)}, but this release is ${current}.`);
}

/** Builds and tries the new release without touching the site. */
async function prepareRelease(request: UpdateRequest): Promise<DatabaseChange> {
  const { env, next, link, signal, log } = request;
  const options = { folder: next, signal, log };
  if (!isInstalled(next)) await runStep("install", "npm", ["ci", "--omit=dev"], options);
  await runStep("build", nodeOf(next), ["cli/build.ts", "--if-changed"], options);
  const change = await tryOnCopy(request);
  if (change.destructiveSteps.length === 0) return change;
  log(
    `database: ${change.destructiveSteps.join(", ")} ${change.destructiveSteps.length === 1 ? "removes" : "remove"} something, so the current release can't run on the tables afterwards`,
  );
  if (link !== null && env.databaseUrl !== null && !request.acceptsNoWayBack)
    throw new PlainError(describeNoWayBack(request, change));
  return change;
}

/** Whether npm has finished there, which writes this file last. */
export function isInstalled(folder: string): boolean {
  return existsSync(join(folder, "node_modules/.package-lock.json"));
}

/** Compares both releases on a copy of the site from the newest backup. */
async function tryOnCopy(request: UpdateRequest): Promise<DatabaseChange> {
  const { env, current, next, trialDatabase, signal, log } = request;
  // The next update removes leftovers from this folder.
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
    log("the copy uses the embedded engine; give --trial-database to try the update on PostgreSQL");
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
  requireSamePages(before, after, request);
  return await readDatabaseChange(env, {
    dataDir: copy.DATA_DIR,
    databaseUrl: trialDatabase,
    secret: copy.SECRET,
  });
}

/** Settings for a copy of the site, without access to mail, jobs and the live database. */
function settingsOfCopy({ env, variables, trialDatabase }: UpdateRequest, dataDir: string) {
  const given = withSecretFiles(variables);
  const inherited = [
    "PATH",
    "HOME",
    "LANG",
    "TZ",
    "BACKUP_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
  ];
  return {
    ...Object.fromEntries(inherited.flatMap((name) => (given[name] ? [[name, given[name]]] : []))),
    DATA_DIR: dataDir,
    BACKUP_URL: given.BACKUP_URL ?? join(env.dataDir, "backups"),
    HOST: "127.0.0.1",
    SECRET: readSecret(env),
    JOBS: "off",
    SAMPLE_CONTENT: "off",
    ...(trialDatabase === null ? {} : { DATABASE_URL: trialDatabase }),
  };
}

/** Compares the pages of two releases. Throws when a page is missing, or has unaccepted differences. */
function requireSamePages(
  before: Pages,
  after: Pages,
  { acceptsNewWords, log }: Pick<UpdateRequest, "acceptsNewWords" | "log">,
): void {
  const lines: string[] = [];
  let isMissing = false;
  for (const [path, facts] of before) {
    const now = after.get(path);
    const differences = now ? comparePages(facts, now) : ["is missing"];
    isMissing ||= now?.status !== facts.status;
    lines.push(...differences.map((line) => `${path}: ${line}`));
  }
  for (const line of lines) log(line);
  if (isMissing || (lines.length > 0 && !acceptsNewWords))
    throw new PlainError(
      `Pages differ from the current release; nothing of the site was changed.${isMissing ? "" : " If the differences are intended, add --new-words."}`,
    );
  log(
    `compare: ${before.size} pages, ${lines.length === 0 ? "no differences" : `${lines.length} differences`}`,
  );
}

/** @param paths pages to read; chosen from the sitemap by default */
async function readPages(site: SiteAddress, paths?: readonly string[]): Promise<Pages> {
  const pages: Pages = new Map();
  for (const path of paths ?? choosePages(await readSitemap(site))) {
    const { status, body } = await fetchPage(site, path);
    pages.set(path, readPageFacts(status, body));
  }
  return pages;
}

/** Reads the paths of all parts of the sitemap. */
async function readSitemap(site: SiteAddress): Promise<string[]> {
  const paths: string[] = [];
  const waiting = ["/sitemap.xml"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { body } = await fetchPage(site, path);
    const found = pathsInSitemap(body);
    (body.includes("<sitemapindex") ? waiting : paths).push(...found);
  }
  return paths;
}

/** Switches to the new release, and reverts if it fails. */
async function switchRelease(request: UpdateRequest, link: string, change: DatabaseChange): Promise<void> {
  const { env, next, log } = request;
  const site = siteOf(env);
  await waitUntilReady(site).catch(() => {
    throw new PlainError(
      `Nothing of the site was changed: the current release is not ready at 127.0.0.1:${site.port}. Start it, or set PORT to its port.`,
    );
  });
  const before = await readPages(site);
  const former = readlinkSync(link);
  pointTo(link, next);
  try {
    await restartService(request);
    await waitUntilReady(site);
    await requireRelease(site, next);
    requireSamePages(before, await readPages(site, [...before.keys()]), request);
  } catch (error) {
    log(describeError(error));
    await revert(request, { link, former, change });
    throw new PlainError("The update was reverted: the former release serves again.");
  }
  log(`updated: ${await readProductVersion(next)} serves`);
}

interface Rollback {
  link: string;
  /** Former target of the link. */
  former: string;
  change: DatabaseChange;
}

/** Reverts to the former release. Throws a `PlainError` with the state of the site when that fails. */
async function revert(request: UpdateRequest, { link, former, change }: Rollback): Promise<void> {
  const { env, log } = request;
  if (env.databaseUrl !== null && (await isDestructiveApplied(env, change)))
    throw new PlainError(describeRestore(request, change));
  pointTo(link, former);
  log("the new release failed: going back to the former one");
  if (change.destructiveSteps.length > 0) {
    // The former release fails to start on the new tables, so no process writes to the database.
    await restartService(request).catch(() => {});
    if (await isDestructiveApplied(env, change)) await revertWithDatabase(request, { link, change });
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
  const response = await fetchPage(siteOf(env), "/readyz").catch(() => null);
  return response?.status === 200 ? "serves" : "does NOT serve: it is down";
}

/** Restores the copy from before the update, or points the link to the new release when data would be lost. */
async function revertWithDatabase(
  request: UpdateRequest,
  { link, change }: Pick<Rollback, "link" | "change">,
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
    log(await revertDatabase(env, { current, change, scratch: scratch.path, bringUpToDate }));
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

/** Restarts the service in a process that outlives this one. */
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

/** Requires that the new release serves, whose pages refer to scripts of its build. */
async function requireRelease(site: SiteAddress, folder: string): Promise<void> {
  const { body } = await fetchPage(site, "/contact");
  const scripts = [...body.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  if (scripts.length > 0 && scripts.every((path) => existsSync(join(folder, "build/client", path)))) return;
  throw new PlainError(
    "After the restart another release still serves: the service does not start from the link.",
  );
}

/** Replaces the link atomically. */
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

/** Runs a program, which ends with this process. Throws a `PlainError` with its last lines when it fails. */
async function runStep(
  name: string,
  program: string,
  args: string[],
  { log, ...options }: StepOptions,
): Promise<void> {
  await finishStep(name, spawnChild(program, args, options), log);
}

/** Port of a local site and its public host name. */
interface SiteAddress {
  port: number;
  host: string;
}

interface PageResponse {
  status: number;
  body: string;
}

/** Requests a page of a local site by its public host. Throws after 30 seconds. */
async function fetchPage({ port, host }: SiteAddress, path: string): Promise<PageResponse> {
  const sent = request({
    host: "127.0.0.1",
    port,
    path,
    headers: { host, accept: "text/html,*/*", "user-agent": "Frontdesk update" },
    signal: AbortSignal.timeout(30_000),
  });
  sent.end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response.setEncoding("utf8")) body += chunk;
  return { status: response.statusCode, body };
}

const maxReadyWaitMs = 120_000;

/** Waits until the site is ready. Throws a `PlainError` after two minutes, or once `hasEnded` returns true. */
async function waitUntilReady(site: SiteAddress, hasEnded = () => false): Promise<void> {
  const until = Date.now() + maxReadyWaitMs;
  while (Date.now() < until && !hasEnded()) {
    const response = await fetchPage(site, "/readyz").catch(() => null);
    if (response?.status === 200) return;
    await pause(100);
  }
  throw new PlainError("The site did not become ready.");
}

interface TrialOptions {
  /** Folder of the release. */
  folder: string;
  /** Settings of the copy, including the port. */
  env: Record<string, string | undefined>;
  site: SiteAddress;
  signal: AbortSignal;
}

/** Runs a release on a copy of the site without background jobs during `work`. */
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
