import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Database } from "#app/platform/database/database.ts";
import { createPageCache } from "#app/platform/http/cache/page-cache.ts";
import { createMetrics } from "#app/platform/http/metrics/metrics.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { knownVariables, secretVariables } from "#app/platform/settings/variables.ts";
import { addressRules, addressTable } from "#app/server/addresses.ts";
import { noFailures, siteFigures } from "#app/server/figures.ts";
import { needNginx } from "#tests/support/nginx.ts";
import { needProgram } from "#tests/support/programs.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const known = new Set<string>([...knownVariables, ...secretVariables.map((name) => `${name}_FILE`)]);

/** Documents for operators. */
const documents = ["docs/install.md", "docs/operate.md", "docs/upgrade.md"];

test("documents name every file in deploy/ and no others", () => {
  const text = documents.map(read).join("\n");
  const namedFiles = [...text.matchAll(/\bdeploy\/([\w.-]+\w)/g)].map(([, name = ""]) => name);
  const files = readdirSync(join(root, "deploy"));
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((name) => !namedFiles.includes(name))).toEqual([]);
  // Operators create the folder `secrets`.
  expect(namedFiles.filter((name) => !files.includes(name) && name !== "secrets")).toEqual([]);
});

test("deployment files set only known variables", () => {
  const example = read("deploy/frontdesk.env").replace(/^#(?=[A-Z_]+=)/gm, "");
  const { services } = parse(read("deploy/compose.yaml"));
  const [, image = ""] = /^ENV (.+)$/m.exec(read("deploy/Containerfile")) ?? [];
  const names = [
    ...Object.keys(parseEnv(example)),
    ...Object.keys(services.site.environment),
    ...image.split(" ").map((pair) => pair.split("=")[0] ?? ""),
  ];
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const parsedEnv = readEnv(parseEnv(read("deploy/frontdesk.env")), root);
  expect(parsedEnv).toMatchObject({
    trustProxy: ["127.0.0.1"],
    host: "127.0.0.1",
    dataDir: "/var/lib/frontdesk",
  });
  const all = { ...parseEnv(example), SECRET: "x".repeat(64) };
  expect(readEnv(all, root).mailFrom).toEqual({ name: "Company", address: "hello@company.example" });
  expect(read("deploy/frontdesk.service")).toContain("EnvironmentFile=/etc/frontdesk/frontdesk.env");
});

/** Paths that together have every limit of body size. */
const bodyPaths = [
  "/api/files",
  "/dashboard/files",
  "/dashboard/files.data",
  "/api/files/01a2091f/replace",
  "/dashboard/files/01a2091f",
  "/myprofile/photo",
  "/myprofile/photo.data",
  "/dashboard/call/import",
  "/dashboard/settings/import/file",
  "/dashboard/addnewblog",
  "/api/contact",
  "/api/blogs",
  "/contact",
];

test("nginx accepts bodies of every size that the site accepts", () => {
  const config = read("deploy/nginx.conf");
  const readLimit = (text: string) =>
    Number(/client_max_body_size (\d+)m;/.exec(text)?.[1] ?? Number.NaN) * 1024 * 1024;
  const [, pattern = "", blockBody = ""] = /location ~ (\S+) \{([^}]*)\}/.exec(config) ?? [];
  const exactLimits = new Map(
    [...config.matchAll(/location = (\S+) \{([^}]*)\}/g)].map(([, path = "", blockBody = ""]) => [
      path,
      readLimit(blockBody),
    ]),
  );
  const defaultLimit = readLimit(/^ {2}client_max_body_size .*$/m.exec(config)?.[0] ?? "");
  const limitFor = (path: string) =>
    exactLimits.get(path) ?? (new RegExp(pattern).test(path) ? readLimit(blockBody) : defaultLimit);
  const tooSmall = bodyPaths.filter((path) => !(limitFor(path) >= addressRules.bodyLimit(path)));
  expect(tooSmall).toEqual([]);
  const untested = addressTable.bodies.filter(([rule], index) => {
    const isFirst = (path: string) =>
      addressTable.bodies.findIndex(([otherRule]) => otherRule.test(path)) === index;
    return !bodyPaths.some((path) => rule.test(path) && isFirst(path));
  });
  expect(untested.map(([rule]) => String(rule))).toEqual([]);
});

test("nginx accepts the example configuration", () => {
  const [nginx, openssl] = [needNginx(), needProgram("openssl", "openssl")];
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-nginx-"));
  const certificate = join(folder, "fullchain.pem");
  const key = join(folder, "privkey.pem");
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=company.example"];
  execFileSync(openssl, [...request, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const site = read("deploy/nginx.conf")
    .replaceAll(/\/etc\/letsencrypt\/live\/company\.example/g, folder)
    // Ports that need no privileges.
    .replaceAll(
      /listen (\[::\]:)?(80|443)/g,
      (_, host = "", port) => `listen ${host}${Number(port) + 18_000}`,
    );
  mkdirSync(join(folder, "logs"));
  writeFileSync(join(folder, "site.conf"), site);
  writeFileSync(
    join(folder, "nginx.conf"),
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${folder}/site.conf; }`,
  );
  const { status, stderr } = spawnSync(nginx, ["-t", "-p", folder, "-c", join(folder, "nginx.conf")], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  expect([status, stderr.split("\n").filter((line) => /\[(emerg|error)\]/.test(line))]).toEqual([0, []]);
});

test("alerts and dashboards use only exported metrics", async () => {
  const { text } = createMetrics({
    cache: createPageCache({ addresses: addressRules, maxBytes: 0 }),
    token: null,
    // Names are read without values, so no query runs.
    figures: siteFigures({
      db: {} as Database,
      clock: { now: () => new Date(0) },
      dataDir: root,
      version: "0",
      failedJobs: noFailures(),
      missingFiles: () => 0,
    }),
  });
  const metricNames = new Set([...(await text()).matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
  const { groups } = parse(read("deploy/prometheus-alerts.yaml"));
  const { panels } = JSON.parse(read("deploy/grafana-dashboard.json"));
  const expressions: string[] = [
    ...groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(25);
  const namedMetrics = expressions.flatMap((expression) =>
    [...expression.matchAll(/\b(?:frontdesk|process|nodejs)_\w+/g)].map(([name]) => name),
  );
  const unknown = namedMetrics.filter(
    (name) => !metricNames.has(name) && !metricNames.has(name.replace(/_(bucket|count|sum)$/, "")),
  );
  expect(unknown).toEqual([]);
});
