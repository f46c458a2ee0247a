import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needProgram } from "../../tests/support/programs.ts";
import type { RunningSite } from "../../tests/support/site.ts";

export interface LoadResult {
  response: string;
  ours: number;
  nginx: number;
  ratio: number;
}

const cases = [
  { response: "post, uncompressed", encoding: "identity", path: "post" },
  { response: "post, gzip", encoding: "gzip", path: "post" },
  { response: "post, Brotli (nginx: gzip)", encoding: "br", path: "post" },
  { response: "services as JSON", encoding: "identity", path: "json" },
];

/**
 * Requests per second compared with nginx and the same bytes, each on one core with the load on another. Medians of rounds in
 * turn, so that slow moments affect both.
 */
export async function measureLoad(site: RunningSite, postPath: string): Promise<LoadResult[]> {
  for (const program of ["nginx", "wrk"]) needProgram(program, program);
  pinToFirstCore(site);
  const paths: Record<string, string> = { post: postPath, json: "/api/services" };
  const nginx = await startNginx(site, paths);
  try {
    return cases.map(({ response, encoding, path }) => {
      const [ours, baseline] = measureInTurn(
        () => runWrk(`${site.url}${paths[path]}`, encoding),
        () => runWrk(`${nginx.url}/${path}`, encoding === "br" ? "gzip" : encoding),
      );
      return { response, ours, nginx: baseline, ratio: ours / baseline };
    });
  } finally {
    nginx.stop();
  }
}

const rounds = 5;

function measureInTurn(one: () => number, other: () => number): [number, number] {
  const pairs = Array.from({ length: rounds }, () => [one(), other()] as const);
  const median = (side: 0 | 1) =>
    pairs.map((pair) => pair[side]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  return [median(0), median(1)];
}

function pinToFirstCore(site: RunningSite): void {
  execFileSync("taskset", ["-acp", "0", String(site.process.pid)], { stdio: "ignore" });
}

function runWrk(url: string, encoding: string): number {
  const text = execFileSync(
    "taskset",
    ["-c", "1", "wrk", "-t1", "-c32", "-d4s", "-H", `Accept-Encoding: ${encoding}`, url],
    { encoding: "utf8" },
  );
  if (/Non-2xx/.test(text)) throw new Error(`${url} answered with errors:\n${text}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1] ?? 0);
}

async function startNginx(site: RunningSite, paths: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-nginx-"));
  mkdirSync(join(folder, "html"));
  for (const [name, path] of Object.entries(paths)) {
    for (const [encoding, ending] of [
      ["identity", ""],
      ["gzip", ".gz"],
    ] as const) {
      // curl returns the exact bytes, while undici would decompress them.
      const body = execFileSync("curl", ["-s", "-H", `Accept-Encoding: ${encoding}`, `${site.url}${path}`]);
      writeFileSync(join(folder, "html", name + ending), body);
    }
  }
  const port = 18_000 + Math.floor(Math.random() * 2000);
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port));
  const child = spawn(
    "taskset",
    ["-c", "0", "nginx", "-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"],
    { stdio: "ignore" },
  );
  await new Promise((resolve) => setTimeout(resolve, 700));
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill("SIGQUIT") };
}

const configuration = (folder: string, port: number) => `
worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 512; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; default_type text/html; gzip_static on;
  server { listen 127.0.0.1:${port}; root ${folder}/html; } }`;
