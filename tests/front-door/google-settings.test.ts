import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webKey } from "#app/domain/accounts/accounts.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const client = { GOOGLE_CLIENT_ID: "site", GOOGLE_CLIENT_SECRET: "a secret of the site" };

test("offers no Google sign-in without Google settings", async () => {
  await using site = await startSite({ env: { SAMPLE_CONTENT: "off" } });
  expect(await signInKinds(site)).toEqual(["password", "passkey"]);
  expect(await (await fetch(`${site.url}/login`)).text()).not.toContain("Continue with Google");
  expect(await startSignIn(site, "mode=redirect")).toBe("/login?problem=provider-off");
  expect(warnings(site)).toEqual([]);
});

/** Invalid responses of the provider's discovery address. */
const invalidResponses: [string, Parameters<typeof createServer>[1]][] = [
  [
    "an HTML page",
    (_, response) => void response.setHeader("content-type", "text/html").end("<h1>Welcome</h1>"),
  ],
  ["other JSON", (_, response) => void response.end(JSON.stringify({ issuer: "x" }))],
  ["an error", (_, response) => void response.writeHead(500).end()],
  ["no response", () => {}],
  ["a refused connection", undefined],
];

describe.each(invalidResponses)("provider discovery results in %s", (_, handler) => {
  let server: Server;
  let site: RunningSite;
  beforeAll(async () => {
    server = createServer(handler ?? (() => {})).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo; // it listens on TCP
    if (!handler) server.close();
    const url = `http://127.0.0.1:${port}/.well-known/openid-configuration`;
    site = await startSite({ env: { ...client, GOOGLE_DISCOVERY_URL: url, SAMPLE_CONTENT: "off" } });
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
    await site?.stop();
  });

  test("S4 the start warns in one line, and other sign-in methods work", async () => {
    const signInResponse = await fetch(`${site.url}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
    });
    expect(signInResponse.status).toBe(401);
    expect((await fetch(`${site.url}/api/auth/passkey/sign-in-options`)).status).toBe(200);
    expect(await (await fetch(`${site.url}/login`)).text()).toContain("Continue with Google");
    expect(await signInKinds(site)).toEqual(["password", "google", "passkey"]);
    await expect
      .poll(() => warnings(site), { timeout: 100_000 })
      .toEqual([expect.stringContaining("GOOGLE_DISCOVERY_URL")]);
  });

  test("the button redirects back, and the page shows the reason", async () => {
    expect(await startSignIn(site, "mode=redirect")).toBe("/login?problem=provider-unreachable");
    expect(await startSignIn(site, "mode=popup&attempt=a-1")).toBe(
      "/auth/done?attempt=a-1&outcome=refused&code=provider-unreachable",
    );
    const page = await (await fetch(`${site.url}/login?problem=provider-unreachable`)).text();
    expect(page.replaceAll(/<script[\s\S]*?<\/script>/g, "")).toContain("Google does not answer right now");
    expect((await fetch(`${site.url}/services`)).status).toBe(200);
  });
});

async function signInKinds(site: RunningSite): Promise<unknown> {
  const response = await fetch(`${site.url}/api/auth/v1/projects?key=${webKey}`);
  return (await response.json()).signInKinds;
}

/** Redirect target of the button. */
async function startSignIn(site: RunningSite, query: string): Promise<string | null> {
  const response = await fetch(`${site.url}/auth/start?${query}`, { redirect: "manual" });
  expect(response.status).toBe(303);
  return response.headers.get("location");
}

function warnings(site: RunningSite): string[] {
  return site
    .output()
    .split("\n")
    .filter((line) => /"level":"(warn|error)"/.test(line));
}
