import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isProbe, newProbeToken } from "#app/http/listener/builtin-endpoints.ts";
import { html, openTestServer } from "#app/http/listener/test-server.fixture.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { checkProxy } from "./check-proxy.ts";

const encryption = createEncryption("a secret for tests that is long enough");
const uploadBytes = { one: 11_000_000, most: 201_000_000 };

type Headers = Record<string, string | string[] | undefined>;

interface Proxy {
  /** What it makes of the headers on their way to the site. */
  headers(headers: Headers, address: string): Headers;
  /** Largest body it lets through. */
  most?: number;
  /** Hands an answer on only once it is whole. */
  isHoldingBack?: boolean;
}

/** As nginx is set in docs/deploy.md, in what the site hears of it. */
const good: Proxy["headers"] = (headers, address) => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], address].filter(Boolean).join(", "),
  "x-forwarded-proto": "http",
});

/** A small proxy in front of a port. */
async function startProxy(
  to: () => number,
  { headers, most = Number.POSITIVE_INFINITY, isHoldingBack = false }: Proxy,
) {
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (Number(incoming.headers["content-length"] ?? 0) > most)
      return void outgoing.writeHead(413, { connection: "close" }).end("Too large");
    const passed = request({
      host: "127.0.0.1",
      port: to(),
      path: incoming.url,
      method: incoming.method,
      headers: headers(incoming.headers, "127.0.0.1"),
      agent: false,
    });
    passed.on("continue", () => outgoing.writeContinue()).on("error", () => outgoing.destroy());
    incoming.on("error", () => passed.destroy()).on("close", () => incoming.complete || passed.destroy());
    passed.on("response", (response) => {
      const answer = () => outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (!isHoldingBack) return void response.pipe(answer());
      response.toArray().then((parts) => answer().end(Buffer.concat(parts)));
    });
    incoming.pipe(passed);
  };
  const server = createServer(pass).on("checkContinue", pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // a TCP server's address is no path
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What is found of a site behind a proxy, by state; `secret` is the one the doctor knows. */
async function look(
  proxy: Proxy,
  { trustProxy = ["127.0.0.1"], known = encryption } = {},
): Promise<string[]> {
  let sitePort = 0;
  using front = await startProxy(() => sitePort, proxy);
  const publicUrl = new URL(`http://127.0.0.1:${front.port}`);
  await using site = await openTestServer(async () => html(`<p>${"Words ".repeat(300)}</p>`), {
    publicUrl,
    trustProxy,
    isProbe: (authorization) => isProbe(encryption, authorization, new Date()),
  });
  sitePort = site.port;
  const token = newProbeToken(known, new Date());
  const { diagnoses } = await checkProxy({ env: { publicUrl, trustProxy }, token, uploadBytes });
  return diagnoses.map(({ state, says }) => `${state}: ${says}`);
}

const allFine = [
  expect.stringMatching(/^fine: the proxy at 127.0.0.1 says who asks/),
  "fine: the site knows that it is asked over plain HTTP",
  "fine: pages come compressed (br)",
  "fine: uploads of 201 MB reach the site",
  "fine: events come as they are sent",
];

test.concurrent("a proxy that is set right, and a site without one", async () => {
  expect(await look({ headers: good })).toEqual(allFine);
  expect(await look({ headers: (headers) => headers }, { trustProxy: [] })).toEqual([
    expect.stringMatching(/^fine: no proxy in between/),
    ...allFine.slice(1),
  ]);
});

test.concurrent.each<[string, Proxy, RegExp, string[]?]>([
  [
    "another host",
    { headers: (headers, from) => ({ ...good(headers, from), host: "10.0.0.5" }) },
    /^wrong: .* another host than/,
  ],
  [
    "what visitors claim",
    { headers: (headers) => ({ ...headers, "x-forwarded-proto": "http" }) },
    /^wrong: what visitors pretend/,
  ],
  [
    "nothing of who asks",
    { headers: ({ "x-forwarded-for": _, ...headers }) => headers },
    /^wrong: the proxy does not say who asks/,
  ],
  [
    "who asks, untrusted",
    { headers: good },
    /^wrong: the proxy connects from 127.0.0.1, which TRUST_PROXY/,
    ["10.0.0.0/8"],
  ],
  [
    "another protocol",
    { headers: (headers, from) => ({ ...good(headers, from), "x-forwarded-proto": "https" }) },
    /^wrong: asked over http, the site takes it for https/,
  ],
  [
    "no compression",
    { headers: ({ "accept-encoding": _, ...headers }, from) => good(headers, from) },
    /^warning: the start page comes uncompressed/,
  ],
  ["no picture", { headers: good, most: 1_000_000 }, /^wrong: a picture of 11 MB is refused/],
  ["one picture only", { headers: good, most: 12_000_000 }, /^warning: twenty pictures at once/],
  ["events at their end", { headers: good, isHoldingBack: true }, /^wrong: events are held back/],
])("a proxy that hands on %s is found out", async (_, proxy, said, trustProxy) => {
  const bad = (await look(proxy, trustProxy ? { trustProxy } : {})).filter(
    (line) => !line.startsWith("fine"),
  );
  expect(bad[0]).toMatch(said);
});

test.concurrent("without the site's secret, or where nothing answers, nothing is called fine that was not seen", async () => {
  const other = await look(
    { headers: good },
    { known: createEncryption("another secret that is long enough too") },
  );
  expect(other[0]).toMatch(/^unchecked: what reaches the site: .*status 404/);
  expect(other.at(-1)).toMatch(/^unchecked: whether events come at once: status 404/);
  const { diagnoses } = await checkProxy({
    env: { publicUrl: new URL("http://127.0.0.1:1"), trustProxy: [] },
    token: null,
    uploadBytes,
  });
  expect(diagnoses.map(({ state }) => state)).toEqual(["unchecked"]);
});

test("a proof is good for a minute, with this secret alone", () => {
  const at = new Date("2026-03-01T12:00:00Z");
  const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  const token = newProbeToken(encryption, at);
  expect(isProbe(encryption, `Bearer ${token}`, after(59))).toBe(true);
  expect(isProbe(encryption, `Bearer ${token}`, after(61))).toBe(false);
  const [, code] = token.split(".");
  const later = String(at.getTime() + 90_000);
  for (const forged of ["", "Bearer", token, `Bearer ${later}.${code}`, `Bearer ${token}x`])
    expect([forged, isProbe(encryption, forged, at)]).toEqual([forged, false]);
});
