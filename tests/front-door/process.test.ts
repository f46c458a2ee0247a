import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { processEnv } from "#tests/support/process-env.ts";
import { startSite, startSocketActivatedSite } from "../support/site.ts";

const root = join(import.meta.dirname, "../..");
const empty = { SAMPLE_CONTENT: "off" };

function startAndFail(env: Record<string, string>, timeout = 100_000) {
  const all = { ...processEnv, HOME: process.env.HOME ?? "", ...env };
  return spawnSync(join(root, "node_modules/.bin/node"), ["start.js"], {
    cwd: root,
    env: all,
    encoding: "utf8",
    timeout,
  });
}

test("D2 a second start on a data folder names the first", async () => {
  await using site = await startSite({ env: empty });
  const second = startAndFail({ DATA_DIR: site.dataDir, PORT: "0", ...empty });
  expect(second.status).toBe(1);
  expect(second.stderr.trim().split("\n")).toHaveLength(1);
  expect(second.stderr).toContain(String(site.process.pid));
});

test.runIf(process.platform === "linux")(
  "a manual start has the memory settings and keeps its process id",
  async () => {
    await using site = await startSite({ env: { ...empty, MALLOC_TRIM_THRESHOLD_: "65536" } });
    const read = (name: string) => readFileSync(`/proc/${site.process.pid}/${name}`, "utf8").split("\0");
    expect(read("environ")).toEqual(
      // Settings of the deployer take precedence.
      expect.arrayContaining(["MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=65536"]),
    );
    expect(read("cmdline")).toContain("--max-semi-space-size=2");
    const children = readFileSync(`/proc/${site.process.pid}/task/${site.process.pid}/children`, "utf8");
    expect(children).toBe("");
  },
);

test.runIf(process.platform === "linux")(
  "a restart behind an inherited socket refuses no connection",
  async () => {
    await using site = await startSocketActivatedSite({ env: empty });
    const statuses: number[] = [];
    let isDone = false;
    const visitor = async () => {
      while (!isDone) {
        const response = await fetch(`${site.url}/services`, { headers: { connection: "close" } });
        await response.arrayBuffer();
        statuses.push(response.status);
      }
    };
    const visitors = [visitor(), visitor(), visitor()];
    site.process.kill("SIGHUP");
    while (site.output().split("Frontdesk is ready").length < 3) await pause(20);
    isDone = true;
    await Promise.all(visitors);
    expect(new Set(statuses)).toEqual(new Set([200]));
  },
);

test("D2 the next start after kill -9 uses the folder immediately", async () => {
  const first = await startSite({ env: empty, dataDir: join(root, "test-results", `killed-${process.pid}`) });
  await first.stop("SIGKILL");
  await using second = await startSite({ env: empty, dataDir: first.dataDir });
  expect((await fetch(`${second.url}/services`)).status).toBe(200);
});

test("S4 an invalid variable stops the start with one line naming it", () => {
  const { status, stderr } = startAndFail({
    PORT: "eighty",
    DATA_DIR: join(root, "test-results", "never-made"),
  });
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/^PORT: /)]);
});

test.each([
  ["HOST", { HOST: "203.0.113.9" }],
  ["DATA_DIR", { DATA_DIR: join(root, "package.json") }],
  ["DATABASE_URL", { DATABASE_URL: "postgres://site@none.invalid/site", SECRET: "x".repeat(40) }],
])("S4 an unusable %s stops the start with one line naming it", (name, env) => {
  const { status, stderr } = startAndFail(
    {
      DATA_DIR: mkdtempSync(join(tmpdir(), "frontdesk-start-")),
      PORT: "0",
      ...empty,
      ...env,
    },
    90_000,
  );
  expect(status).toBe(1);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(new RegExp(`^${name}: `));
});

test("S4 the entry is plain JavaScript and reports an outdated Node", () => {
  const entry = readFileSync(join(root, "start.js"), "utf8");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.start).toBe("exec node start.js");
  const outdated = entry.replaceAll("process.versions.node", '"20.20.2"');
  const { status, stderr } = spawnSync(
    join(root, "node_modules/.bin/node"),
    ["--input-type=module", "--eval", outdated],
    { encoding: "utf8" },
  );
  expect([status, stderr.trim().split("\n")]).toEqual([1, [expect.stringContaining("Node 24 or newer")]]);
});

test("H2 other users cannot read the data folder", async () => {
  await using site = await startSite({ env: empty });
  const response = await fetch(`${site.url}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Nadia",
      email: "nadia@tea.example",
      message: "Hello from the tea garden",
      consent: true,
    }),
  });
  expect(response.status).toBe(201);
  const names = readdirSync(site.dataDir, { recursive: true }).map(String);
  const accessible = ["", ...names].filter((name) => (statSync(join(site.dataDir, name)).mode & 0o077) !== 0);
  expect([names.length > 5, accessible]).toEqual([true, []]);
});

test("S1 SIGTERM stops the process after it has answered open requests", async () => {
  const site = await startSite({ env: empty });
  const responses = Array.from({ length: 20 }, (_, n) => sendRequest(`${site.url}/search?q=word${n}`));
  await Promise.all(responses.map(({ sent }) => sent));
  // As with npm in a terminal: the process group and npm both send the signal.
  site.process.kill("SIGINT");
  const code = site.stop();
  expect(await Promise.all(responses.map(({ status }) => status))).toEqual(Array(20).fill(200));
  expect(await code).toBe(0);
});

/** Sends a request on its own connection; `sent` resolves once it has been written. */
function sendRequest(address: string): { sent: Promise<unknown>; status: Promise<number | undefined> } {
  const outgoingRequest = request(address, { agent: false });
  const sent = once(outgoingRequest, "socket").then(([socket]) => once(socket, "connect"));
  const status = once(outgoingRequest, "response").then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  outgoingRequest.end();
  return { sent, status };
}

test("an empty site serves every page without placeholder content", async () => {
  await using site = await startSite({ env: empty });
  for (const path of [
    "/",
    "/services",
    "/media",
    "/clients",
    "/portfolio",
    "/about",
    "/contact",
    "/calltoaction",
    "/blog",
    "/search",
    "/login",
    "/registration",
    "/myprofile",
    "/blog/feed.xml",
    "/sitemap.xml",
    "/site.webmanifest",
  ]) {
    const response = await fetch(site.url + path);
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).not.toMatch(/undefined|\[object Object\]|NaN/);
  }
  for (const path of ["/terms", "/privacy", "/services/none"])
    expect((await fetch(site.url + path)).status, path).toBe(404);
});

function runCommand(command: string, parts: string[], env: Record<string, string>) {
  return spawnSync(join(root, "node_modules/.bin/node"), [join(root, `cli/${command}.ts`), ...parts], {
    cwd: root,
    env: { ...processEnv, ...env },
    encoding: "utf8",
  });
}

test("M10 a failed start without a database does not block restores", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-gone-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = await startSite({ dataDir, env: empty });
  await first.stop();
  expect(runCommand("backup", ["--json"], { DATA_DIR: dataDir })).toMatchObject({ status: 0, stderr: "" });
  rmSync(join(dataDir, "frontdesk.sqlite"));
  const before = readdirSync(dataDir);
  for (const refused of [
    startAndFail({ DATA_DIR: dataDir, PORT: "0", ...empty }),
    runCommand("migrate", [], { DATA_DIR: dataDir }),
  ]) {
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(/^DATA_DIR: the files in .* belong to another database.*\n$/);
    expect(readdirSync(dataDir)).toEqual(before);
  }
  expect(runCommand("restore", ["latest"], { DATA_DIR: dataDir })).toMatchObject({ status: 0, stderr: "" });
  await using restarted = await startSite({ dataDir, env: empty });
  expect((await fetch(restarted.url)).status).toBe(200);
});

test("M4 removed database file: the site reports it, rejects writes and recovers", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-removed-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const token = "the token of the figures";
  const site = await startSite({ dataDir, env: { ...empty, METRICS_TOKEN: token } });
  onTestFinished(async () => void (await site.stop()));
  const database = join(dataDir, "frontdesk.sqlite");
  rmSync(database);
  const headers = { authorization: `Bearer ${token}` };
  const sendRequest = () => fetch(`${site.url}/readyz`, { headers });
  let response = await sendRequest();
  // Readiness is cached briefly.
  while (response.status === 200) {
    await pause(100);
    response = await sendRequest();
  }
  expect(response.status).toBe(503);
  expect(await response.text()).toContain(`${database} was removed while the site runs`);
  expect(await (await fetch(`${site.url}/metrics`, { headers })).text()).toContain(
    "frontdesk_database_file_lost 1",
  );
  expect(await site.stop()).toBe(0);
  const [rescued = "", ...others] = readdirSync(dataDir).filter((name) =>
    name.startsWith("frontdesk-rescued-"),
  );
  expect([rescued, others]).toEqual([expect.stringMatching(/Z\.sqlite$/), []]);
  const refused = startAndFail({ DATA_DIR: dataDir, PORT: "0", ...empty });
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.stderr).toContain(`mv ${join(dataDir, rescued)} ${database}`);
  renameSync(join(dataDir, rescued), database);
  await using restarted = await startSite({ dataDir, env: empty });
  expect((await fetch(restarted.url)).status).toBe(200);
});
