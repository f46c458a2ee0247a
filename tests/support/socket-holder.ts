import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * `node socket-holder.ts FOLDER`: what a systemd socket unit does for a service with `StandardInput=socket`. It is given a listening
 * socket as file 3, starts the product in FOLDER with it, and begins anew (FOLDER may lead elsewhere by then) at SIGHUP or when the product ends by itself.
 * It ends with whoever started it, when its standard input does.
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
  const start = ["-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" server.ts`, node];
  site = spawn("/bin/sh", start, { cwd: folder, stdio: [socket, "inherit", "inherit"] });
  await once(site, "exit");
}
// Its standard input may still be open.
process.exit(0);
