import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/** Event loop of a measured process since the last reading, in milliseconds. */
export interface LoopReading {
  /** Longest time in which the loop was blocked. */
  longestBlock: number;
  /** CPU time of its thread, since on a busy machine the loop may block without working. */
  cpu: number;
}

/** Memory of a measured process after garbage collection, in bytes. */
export interface MemoryReading {
  resident: number;
  /** Live bytes in the heap and in buffers. */
  live: number;
}

/** Suffixes of the Unix sockets by reading; `BENCH_PROBE` is the prefix. */
export const probeEnds = { loop: "-loop.sock", memory: "-memory.sock" } as const;

/** Loaded with `--import`: measures the serving process only, not its parents or children. */
const name = process.env.BENCH_PROBE;
if (name && isMainThread && process.argv[1]?.endsWith("start.js")) listen(name);

function listen(path: string): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let before = process.threadCpuUsage();
  const readLoop = async (): Promise<LoopReading> => {
    const { user, system } = process.threadCpuUsage();
    const reading = {
      longestBlock: delay.max / 1e6,
      cpu: (user + system - before.user - before.system) / 1000,
    };
    delay.reset();
    // The reading covers the time between two calls, so the first must end before the next request.
    await new Promise((resolve) => setTimeout(resolve, 10));
    before = process.threadCpuUsage();
    return reading;
  };
  const readMemory = async (): Promise<MemoryReading> => {
    for (let n = 0; n < 3; n += 1) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return {
      resident: rss,
      live: heapUsed + external,
    };
  };
  answer(path + probeEnds.loop, readLoop);
  answer(path + probeEnds.memory, readMemory);
}

function answer(path: string, read: () => Promise<LoopReading | MemoryReading>): void {
  rmSync(path, { force: true });
  const server = createServer(async (connection) => {
    connection.end(JSON.stringify(await read()));
  });
  server.listen(path).unref();
}
