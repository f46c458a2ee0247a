import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

/** What a measured process says of its event loop since it was asked before, in milliseconds. */
export interface LoopReading {
  /** The longest time in which it did nothing else. */
  stall: number;
  /** What its thread worked in all: on a busy machine it may stand still without working. */
  worked: number;
}

/** What it holds when everything that can go has gone, in bytes. */
export interface MemoryReading {
  resident: number;
  /** In the heap, or beside it in buffers. */
  live: number;
}

/** What can be asked, by the path of a connection: a Unix socket of the name that `BENCH_PROBE` gives, and one of these behind it. */
export const probeEnds = { loop: "-loop.sock", memory: "-memory.sock" } as const;

/** Loaded with `--import`: measures the process that serves, and no other that it starts or is started by. */
const name = process.env.BENCH_PROBE;
if (name && isMainThread && process.argv[1]?.endsWith("start-built.js")) listen(name);

function listen(path: string): void {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let before = process.threadCpuUsage();
  const readLoop = async (): Promise<LoopReading> => {
    const { user, system } = process.threadCpuUsage();
    const reading = {
      stall: delay.max / 1e6,
      worked: (user + system - before.user - before.system) / 1000,
    };
    delay.reset();
    // What is measured is the time between two looks: the first has to be there before the next request is.
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
