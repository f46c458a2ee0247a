import { Agent } from "node:http";
import { startSite } from "../tests/support/site.ts";
import { ask, quantile, repeatAt, time } from "./pace.ts";

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
  await repeatAt(pagesASecond, 3, read);
  const alone = await repeatAt(pagesASecond, seconds, read);
  const [beside, signIns] = await Promise.all([
    repeatAt(pagesASecond, seconds, read),
    repeatAt(signInsASecond, seconds, (n) => time(() => signIn(agent, site.url, n))),
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
