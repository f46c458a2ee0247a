import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PlainError } from "#app/platform/domain-error.ts";

/** Where a site can be asked, and under which name it answers. */
export interface SiteAddress {
  port: number;
  host: string;
}

interface Answer {
  status: number;
  body: string;
}

/** Asks a site of this machine for a page, as its visitors name it. Throws when there is no answer within 30 seconds. */
export async function askPage({ port, host }: SiteAddress, path: string): Promise<Answer> {
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
export async function waitUntilReady(site: SiteAddress, hasEnded = () => false): Promise<void> {
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
  env: Record<string, string>;
  site: SiteAddress;
}

/** Runs a release on a copy of the site, where nothing happens by itself, while `work` looks at it. */
export async function withTrialSite<Result>(
  { folder, env, site }: TrialOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const child = spawn(join(folder, "node_modules/.bin/node"), ["start.js"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  try {
    await waitUntilReady(site, () => child.exitCode !== null).catch(() => {
      throw new PlainError(
        `The release in ${folder} does not start on a copy of the site:\n${lastLines(written)}`,
      );
    });
    return await work();
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export function lastLines(written: string): string {
  return written.trim().split("\n").slice(-5).join("\n");
}
