import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { makeDatabase } from "../support/database.ts";
import { openDatabaseProxy } from "../support/database-proxy.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const message = "Our ledgers take two days a month & “we” want them in one.";
const forms = {
  "/contact": { name: "Rahima Khatun", email: "rahima@shapla.example", message, consent: "on" },
  "/calltoaction": { name: "Rahima Khatun", email: "rahima@shapla.example", topic: message, consent: "on" },
  "/newsletter": { email: "rahima@shapla.example", consent: "on" },
  "/registration": {
    name: "Rahima Khatun",
    email: "rahima@shapla.example",
    password: "seven green mango crates",
    passwordAgain: "seven green mango crates",
    consent: "on",
  },
};

/** Submits a form as a browser without scripts does. */
function send(site: RunningSite, path: string, form: Record<string, string>) {
  return fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin: site.url,
      "sec-fetch-site": "same-origin",
      accept: "text/html",
    },
    body: new URLSearchParams(form),
  });
}

/** Expects every form to answer 503 with a message and all typed values except passwords. */
async function expectTypedValues(site: RunningSite): Promise<void> {
  for (const [path, form] of Object.entries(forms)) {
    const response = await send(site, path, form);
    const page = await response.text();
    expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "60"]);
    expect(page, path).toMatch(/We could not save (your (message|request|subscription)|this) just now/);
    for (const [name, value] of Object.entries(form)) {
      if (name === "consent") continue;
      const escaped = value.replaceAll("&", "&amp;");
      expect([path, name, page.includes(escaped)]).toEqual([path, name, !name.startsWith("password")]);
    }
  }
}

async function openForms(site: RunningSite): Promise<void> {
  for (const path of Object.keys(forms)) expect((await fetch(site.url + path)).status).toBe(200);
}

async function startSiteBehindProxy() {
  const database = await makeDatabase("postgres");
  cleanups.push(database.remove);
  const proxy = await openDatabaseProxy(new URL(database.env.databaseUrl ?? ""));
  cleanups.push(proxy.close);
  const site = await startSite({
    env: {
      DATABASE_URL: proxy.url,
      SECRET: "for the tests alone, long enough",
      SAMPLE_CONTENT: "off",
    },
  });
  cleanups.push(() => site.stop());
  return { site, proxy };
}

test("D4 PostgreSQL outage: every public form returns the typed values", async () => {
  const { site, proxy } = await startSiteBehindProxy();
  await openForms(site);
  proxy.cut();
  await expectTypedValues(site);
  proxy.restore();
  const response = await send(site, "/contact", forms["/contact"]);
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/contact\?sent=/),
  ]);
});

test("D4 PostgreSQL outage before the first page: forms return typed values", async () => {
  const { site, proxy } = await startSiteBehindProxy();
  proxy.cut();
  await expectTypedValues(site);
  for (const path of [...Object.keys(forms), "/about", "/search?q=web"]) {
    const read = await fetch(site.url + path, { headers: { accept: "text/html" } });
    expect([path, [200, 503].includes(read.status)]).toEqual([path, true]);
    if (read.status === 503) expect(await read.text()).toContain("try again shortly");
  }
});

test("D4 locked embedded database: every public form returns the typed values", async () => {
  const site = await startSite({ env: { SAMPLE_CONTENT: "off" } });
  cleanups.push(() => site.stop());
  await openForms(site);
  const lockHolder = new DatabaseSync(join(site.dataDir, "frontdesk.sqlite"));
  lockHolder.exec("BEGIN IMMEDIATE");
  await expectTypedValues(site);
  lockHolder.exec("ROLLBACK");
  lockHolder.close();
  expect((await send(site, "/contact", forms["/contact"])).status).toBe(303);
});

/** Mounts a small disk and returns its folder; null if mounting is not permitted. */
function mountDisk(): string | null {
  const folder = join(tmpdir(), `frontdesk-disk-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  cleanups.push(() => {
    execFileSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const canMount = process.platform === "linux" && process.getuid?.() === 0;

test.runIf(canMount)("D4 full disk: public forms return typed values and later succeed", async () => {
  const dataDir = mountDisk();
  if (dataDir === null) return; // containers may not mount
  const site = await startSite({ dataDir, env: { SAMPLE_CONTENT: "off" } });
  cleanups.push(() => site.stop());
  await openForms(site);
  const filler = join(dataDir, "filler");
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
  await expectTypedValues(site);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${site.url}/`)).status).toBe(200);
  rmSync(filler);
  expect((await send(site, "/contact", forms["/contact"])).status).toBe(303);
});
