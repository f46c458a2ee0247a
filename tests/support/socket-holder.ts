import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `node socket-holder.ts FOLDER`: starts the product with a listening socket as file descriptor 3, as systemd does with
 * `StandardInput=socket`, and restarts it on SIGHUP or exit. It resolves FOLDER again each time and exits when its standard input
 * closes.
 */
const socket = 3;
const folder = process.argv[2] ?? "";
const node = join(import.meta.dirname, "../../node_modules/.bin/node");
let site: ChildProcess | null = null;
let isEnding = false;

process.on("SIGHUP", () => site?.kill("SIGTERM"));
const end = () => {
  isEnding = true;
  site?.kill("SIGTERM");
};
process.on("SIGTERM", end);
process.stdin.on("end", end).resume();
while (!isEnding) {
  const start = ["-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" start.js`, node];
  site = spawn("/bin/sh", start, { cwd: folder, stdio: [socket, "inherit", "inherit"] });
  await once(site, "exit");
}
// An open standard input would keep this process running.
process.exit(0);
