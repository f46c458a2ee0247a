import { Agent, request } from "node:http";
import { startSite } from "../tests/support/site.ts";

export interface SignInCost {
  /** p95 of a kept page in milliseconds, alone and beside the sign-ins. */
  alone: number;
  beside: number;
  ratio: number;
  /** Sign-ins answered, and the median of their time in milliseconds. */
  signIns: number;
  median: number;
}

const seconds = 20;
const pagesASecond = 100;
const signInsASecond = 10;

/** What ten sign-ins a second, each with the work of a password check, do to readers of a kept page. */
export async function measureSignIns(path: string): Promise<SignInCost> {
  // Each attempt comes from a network of its own, so that the check is paid for and not the refusal.
  await using site = await startSite({ env: { TRUST_PROXY: "127.0.0.1" } });
  const agent = new Agent({ keepAlive: true });
  const read = () => time(() => ask(agent, site.url + path));
  await repeat(read, pagesASecond, 3);
  const alone = await repeat(read, pagesASecond, seconds);
  const [beside, signIns] = await Promise.all([
    repeat(read, pagesASecond, seconds),
    repeat((n) => time(() => signIn(agent, site.url, n)), signInsASecond, seconds),
  ]);
  agent.destroy();
  const figures = { alone: quantile(alone, 0.95), beside: quantile(beside, 0.95) };
  return {
    ...figures,
    ratio: figures.beside / figures.alone,
    signIns: signIns.length,
    median: quantile(signIns, 0.5),
  };
}

function signIn(agent: Agent, url: string, n: number): Promise<number> {
  const body = JSON.stringify({ email: `visitor-${n}@mill.example`, password: "no such password at all" });
  const address = `198.51.${100 + (n % 100)}.${1 + (n % 250)}`;
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": address };
  return ask(agent, `${url}/api/auth/sign-in`, { method: "POST", headers, body });
}

/** Starts `work` at an even rate, whether the one before has ended or not; answers the times of all. */
async function repeat(work: (n: number) => Promise<number>, rate: number, length: number): Promise<number[]> {
  const running: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < rate * length; n += 1) {
    const wait = startedAt + (n * 1000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(work(n));
  }
  return Promise.all(running);
}

async function time(work: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  const status = await work();
  if (status >= 500 && status !== 503) throw new Error(`answered with ${status}`);
  return performance.now() - startedAt;
}

function ask(
  agent: Agent,
  address: string,
  init: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<number> {
  const { body, ...options } = init;
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, ...options }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
