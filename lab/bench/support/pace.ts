import { type Agent, request } from "node:http";

/** Starts `work` at an even rate for some seconds, without waiting for earlier calls; returns all times. */
export async function repeatAt(
  rate: number,
  seconds: number,
  work: (n: number) => Promise<number>,
): Promise<number[]> {
  const running: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const wait = startedAt + (n * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(work(n));
  }
  return Promise.all(running);
}

/** Milliseconds until `work` returns its status; an error ends the benchmark. */
export async function time(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const status = await work();
  if (status >= 500 && status !== 503) throw new Error(`answered with ${status}`);
  return performance.now() - startedAt;
}

/** Sends a request over a persistent connection and returns the status. */
export function ask(
  agent: Agent,
  address: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  const { body, ...options } = init;
  return new Promise((resolve, reject) => {
    const outgoingRequest = request(address, { agent, ...options }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoingRequest.on("error", reject);
    outgoingRequest.end(body);
  });
}

export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
