import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isProbe, newProbeToken } from "#app/platform/http/listener/builtin-endpoints.ts";
import { html, openTestServer } from "#app/platform/http/listener/test-server.fixture.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { checkProxy } from "./check-proxy.ts";

const encryption = createEncryption("a secret for tests that is long enough");
const uploadBytes = { one: 11_000_000, most: 201_000_000 };

type Headers = Record<string, string | string[] | undefined>;

interface Proxy {
  /** Changes the headers of a request to the site. */
  headers(headers: Headers, address: string): Headers;
  /** Largest body that it forwards. */
  most?: number;
  /** Buffers each response until its end. */
  isBuffering?: boolean;
}

/** The headers that nginx sets with deploy/nginx.conf. */
const good: Proxy["headers"] = (headers, address) => ({
  ...headers,
  "x-forwarded-for": [headers["x-forwarded-for"], address].filter(Boolean).join(", "),
  "x-forwarded-proto": "http",
});

/** Starts a proxy in front of a port. */
async function startProxy(
  to: () => number,
  { headers, most = Number.POSITIVE_INFINITY, isBuffering = false }: Proxy,
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
      const writeHead = () => outgoing.writeHead(response.statusCode ?? 502, response.headers);
      if (!isBuffering) return void response.pipe(writeHead());
      response.toArray().then((parts) => writeHead().end(Buffer.concat(parts)));
    });
    incoming.pipe(passed);
  };
  const server = createServer(pass).on("checkContinue", pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port, // an object for TCP servers
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Lists the diagnoses of a site behind a proxy. @param options `known` encrypts with the doctor's secret */
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
  return diagnoses.map(({ state, message }) => `${state}: ${message}`);
}

const allFine = [
  expect.stringMatching(/^fine: the proxy at 127.0.0.1 sends the client address/),
  "fine: the site detects plain HTTP",
  "fine: pages are compressed (br)",
  "fine: uploads of 201 MB reach the site",
  "fine: events arrive as they are sent",
];

test.concurrent("accepts a correct proxy and a site without a proxy", async () => {
  expect(await look({ headers: good })).toEqual(allFine);
  expect(await look({ headers: (headers) => headers }, { trustProxy: [] })).toEqual([
    expect.stringMatching(/^fine: no proxy;/),
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
    "client headers unchanged",
    { headers: (headers) => ({ ...headers, "x-forwarded-proto": "http" }) },
    /^wrong: visitors can forge their address/,
  ],
  [
    "no client address",
    { headers: ({ "x-forwarded-for": _, ...headers }) => headers },
    /^wrong: the proxy does not send the client address/,
  ],
  [
    "an untrusted client address",
    { headers: good },
    /^wrong: the proxy connects from 127.0.0.1, which TRUST_PROXY/,
    ["10.0.0.0/8"],
  ],
  [
    "another protocol",
    { headers: (headers, from) => ({ ...good(headers, from), "x-forwarded-proto": "https" }) },
    /^wrong: requests over http are taken for https/,
  ],
  [
    "no compression",
    { headers: ({ "accept-encoding": _, ...headers }, from) => good(headers, from) },
    /^warning: the start page is uncompressed/,
  ],
  ["no picture", { headers: good, most: 1_000_000 }, /^wrong: a picture of 11 MB is rejected/],
  ["one picture only", { headers: good, most: 12_000_000 }, /^warning: twenty pictures at once/],
  ["buffered events", { headers: good, isBuffering: true }, /^wrong: events are delayed/],
])("detects a proxy that forwards %s", async (_, proxy, message, trustProxy) => {
  const bad = (await look(proxy, trustProxy ? { trustProxy } : {})).filter(
    (line) => !line.startsWith("fine"),
  );
  expect(bad[0]).toMatch(message);
});

test.concurrent("reports unchecked results without the secret or a response", async () => {
  const other = await look(
    { headers: good },
    { known: createEncryption("another secret that is long enough too") },
  );
  expect(other[0]).toMatch(/^unchecked: headers at the site: .*status 404/);
  expect(other.at(-1)).toMatch(/^unchecked: delay of events: status 404/);
  const { diagnoses } = await checkProxy({
    env: { publicUrl: new URL("http://127.0.0.1:1"), trustProxy: [] },
    token: null,
    uploadBytes,
  });
  expect(diagnoses.map(({ state }) => state)).toEqual(["unchecked"]);
});

test("a probe token is valid for a minute with the same secret", () => {
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
