import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { needProgram } from "./programs.ts";

/** Starts nginx in front of instances, configured as in docs/operate.md. Throws if nginx is not installed. */
export async function startNginx(ports: readonly number[], port: number) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-nginx-"));
  const servers = `upstream frontdesk {
    ${ports.map((instancePort) => `server 127.0.0.1:${instancePort} max_fails=1 fail_timeout=2s;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 210m;
    location / {
      proxy_pass http://frontdesk;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 2;
    }
  }`;
  const url = `http://127.0.0.1:${port}`;
  return { url, ...(await runNginx(folder, servers, `${url}/healthz`)) };
}

/**
 * Runs nginx with its files in `folder`, which is removed on stop. Throws an error with the package to install.
 * @param servers content of the `http` block
 * @param url answers once nginx runs
 */
export async function runNginx(folder: string, servers: string, url: string) {
  const program = needNginx();
  const isRoot = process.getuid?.() === 0;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `${isRoot ? "user root;" : ""}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  ${servers}
}
`,
  );
  const child = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  for (let tries = 0; !(await fetch(url, { redirect: "manual" }).catch(() => null)); tries += 1) {
    if (child.exitCode !== null || tries > 500) throw new Error("nginx did not start.");
    await pause(20);
  }
  return {
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function needNginx(): string {
  return needProgram("nginx", "nginx-light");
}
