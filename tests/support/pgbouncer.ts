import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findTestPort } from "./port.ts";
import { needProgram } from "./programs.ts";

/**
 * PgBouncer in transaction mode with default settings in front of a database. Throws an error with the package to install.
 * @param settings more lines of its section [pgbouncer]
 */
export async function startPgbouncer(databaseUrl: string, settings: readonly string[] = []) {
  const program = needProgram("pgbouncer", "pgbouncer");
  const target = new URL(databaseUrl);
  const port = await findTestPort();
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-pgbouncer-"));
  chmodSync(folder, 0o755);
  const password = target.password && ` password=${decodeURIComponent(target.password)}`;
  const lines = [
    "[databases]",
    `* = host=${target.hostname} port=${target.port || 5432} user=${target.username}${password}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "default_pool_size = 8",
    ...settings,
  ];
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, `${lines.join("\n")}\n`);
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, ["--quiet", ...(isRoot ? ["--user", "nobody"] : []), file], { stdio: "pipe" });
  let output = "";
  child.stderr.on("data", (chunk) => (output += chunk));
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (child.exitCode !== null || tries > 500) throw new Error(`PgBouncer did not start:\n${output}`);
    await pause(20);
  }
  const url = Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) });
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
