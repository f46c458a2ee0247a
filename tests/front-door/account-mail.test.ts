import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { expect, test, vi } from "vitest";
import { type RunningSite, startSite } from "../support/site.ts";

const empty = { SAMPLE_CONTENT: "off" };

test("A11 links in mail use the configured address despite forged Host headers", async () => {
  await using site = await startSite({ env: empty });
  const hosts: Record<string, string>[] = [
    { host: "evil.example" },
    { host: `${new URL(site.url).host}@evil.example` },
    // IPv6 loopback also reaches the site.
    { host: "[::1]:1" },
    { "x-forwarded-host": "evil.example" },
    { forwarded: "host=evil.example;proto=https" },
    { "x-forwarded-proto": "https", "x-forwarded-port": "444" },
    {},
  ];
  const statuses: number[] = [];
  for (const [n, headers] of hosts.entries())
    statuses.push(await signUp(site, `person-${n}@mill.example`, headers));
  expect(statuses.slice(2)).toEqual([202, 202, 202, 202, 202]);
  for (const status of statuses.slice(0, 2)) expect([400, 421]).toContain(status);
  const texts = await vi.waitFor(async () => {
    const read = await readMails(site);
    expect(read).toHaveLength(5);
    return read;
  }, 100_000);
  for (const text of texts) {
    const links = [...text.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([link]) => new URL(link).origin);
    expect(new Set(links)).toEqual(new Set([site.url]));
    expect(text).not.toContain("evil");
  }
});

test("M5 an unresponsive mail server does not delay responses", async () => {
  const silentServer = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  const address = silentServer.address();
  if (address === null || typeof address === "string") throw new Error("No port.");
  await using site = await startSite({
    env: { ...empty, SMTP_URL: `smtp://127.0.0.1:${address.port}`, MAIL_FROM: "hello@company.example" },
  });
  // More sign-ups than the server sends mails at once, so that waiting would block.
  for (let n = 0; n < 12; n += 1) expect(await signUp(site, `waiting-${n}@mill.example`)).toBe(202);
  silentServer.close();
});

async function signUp(
  site: RunningSite,
  email: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const password = "seven crates of green mango";
  const body = JSON.stringify({ name: "Rahim", email, password, passwordAgain: password, consent: true });
  const outgoingRequest = request(`${site.url}/api/auth/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site.url, ...headers },
  });
  outgoingRequest.end(body);
  const [response] = await once(outgoingRequest, "response");
  response.resume();
  return response.statusCode;
}

async function readMails({ dataDir }: RunningSite): Promise<string[]> {
  const folder = join(dataDir, "mail");
  const files = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return Promise.all(
    files.map(async (name) => {
      const { text = "", html = "" } = await PostalMime.parse(readFileSync(join(folder, name)));
      return text + html;
    }),
  );
}
