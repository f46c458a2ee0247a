import { parentPort, workerData } from "node:worker_threads";

/** Waits for the signal and then some milliseconds, and kills the whole process. */
const flag: Int32Array = workerData.flag;
parentPort?.postMessage("ready");
Atomics.wait(flag, 0, 0);
const end = performance.now() + workerData.milliseconds;
while (performance.now() < end);
process.kill(process.pid, "SIGKILL");
