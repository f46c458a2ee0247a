import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { probePath, type SeenRequest } from "#app/platform/http/listener/builtin-endpoints.ts";
import { createProxies } from "#app/platform/http/listener/client.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { OtherClock } from "./check-machine.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

const { fine, warning, wrong, unchecked } = diagnosesOf("proxy");

interface ProxyCheck {
  env: Pick<Env, "publicUrl" | "trustProxy">;
  /** Token with which the site returns the request that it received; null without the secret. */
  token: string | null;
  /** Largest body of a form with one picture, and with the maximum number of pictures. */
  uploadBytes: { one: number; most: number };
  /** Trusted certificates in addition to the system's, as PEM. */
  ca?: string;
}

/** Address reserved for documentation (RFC 5737), which no client has. */
const forgedAddress = "203.0.113.99";

/** Requests PUBLIC_URL like a visitor, and checks the request at the site and its response. Also returns the response's clock. */
export async function checkProxy(
  options: ProxyCheck,
): Promise<{ diagnoses: Diagnosis[]; clock: OtherClock | null }> {
  const { publicUrl } = options.env;
  const sentAt = new Date();
  let answer: Answer;
  try {
    answer = await sendRequest(new URL(probePath, publicUrl), {
      ...options,
      headers: {
        "x-forwarded-for": forgedAddress,
        ...(options.token !== null && { authorization: `Bearer ${options.token}` }),
      },
    });
  } catch (error) {
    return { diagnoses: [describeNoAnswer(publicUrl, error)], clock: null };
  }
  const diagnoses = [
    ...diagnoseCertificate(publicUrl, answer),
    ...diagnoseSeen(options, answer),
    await checkCompression(options),
    ...(await checkUploads(options)),
    await checkEvents(options),
    ...(await checkRedirects(options)),
  ];
  // This machine's own clock is no comparison.
  return { diagnoses, clock: answer.isFromHere ? null : readClock(publicUrl, answer, sentAt) };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** Expiry of its certificate; null without TLS. */
  certificateEnds: Date | null;
  /** Whether this machine responded. */
  isFromHere: boolean;
}

interface ProbeOptions {
  method?: string;
  headers?: Record<string, string>;
  ca?: string;
  /** Called with each chunk of the body. */
  onPiece?(text: string): void;
  /** Stops at the response to the headers and sends no body. */
  expectsBody?: boolean;
}

const timeoutMs = 15_000;

/** Sends one request and follows no redirect. With `expectsBody` it resolves with status 100 when the server accepts the body. */
function sendRequest(
  url: URL,
  { method = "GET", headers = {}, ca, onPiece, expectsBody }: ProbeOptions,
): Promise<Answer> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = send(url, {
    method,
    headers,
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    ...(ca !== undefined && { ca }),
  });
  request.on("continue", () => {
    resolve({
      status: 100,
      headers: {},
      body: "",
      certificateEnds: null,
      isFromHere: false,
    });
    request.destroy();
  });
  request.on("response", (response) => {
    const { socket } = response;
    // Both are unavailable after the socket is closed.
    const isFromHere = isOwnAddress(socket.remoteAddress);
    const ends =
      "getPeerCertificate" in socket ? (socket as TLSSocket).getPeerCertificate().valid_to : undefined; // only TLS sockets have the method
    let body = "";
    const finish = () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body,
        certificateEnds: ends === undefined ? null : new Date(ends),
        isFromHere,
      });
    if (expectsBody) {
      finish();
      return void request.destroy();
    }
    response.setEncoding("latin1").on("data", (text: string) => {
      onPiece?.(text);
      if (body.length < 100_000) body += text;
    });
    response.on("end", finish).on("error", reject);
  });
  request.on("error", reject);
  if (expectsBody) request.flushHeaders();
  else request.end();
  return promise;
}

function isOwnAddress(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, "");
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === plain));
}

function describeNoAnswer({ origin }: URL, error: unknown): Diagnosis {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return wrong(
      `browsers reject the certificate of ${origin}: ${oneSentence(error)}`,
      "renew it, with its full chain",
    );
  return unchecked(
    `${origin} does not respond to this machine (${oneSentence(error)})`,
    "start site and proxy; if the network does not route to its own public address, add the host to /etc/hosts",
  );
}

const soonMs = 14 * 86_400_000;

function diagnoseCertificate({ origin }: URL, { certificateEnds }: Answer): Diagnosis[] {
  if (certificateEnds === null) return [];
  const day = certificateEnds.toISOString().slice(0, 10);
  const isSoon = certificateEnds.getTime() - Date.now() < soonMs;
  return isSoon
    ? [warning(`the certificate of ${origin} expires on ${day}`, "check its automatic renewal")]
    : [fine(`the certificate of ${origin} is valid until ${day}`)];
}

/** Checks host, protocol and client address of the request at the site. */
function diagnoseSeen({ env, token }: ProxyCheck, { status, body, headers }: Answer): Diagnosis[] {
  const { publicUrl } = env;
  if (status === 421)
    return [
      wrong(
        `the proxy forwards another host than ${publicUrl.host}`,
        "nginx: proxy_set_header Host $host; Caddy does so by default",
      ),
    ];
  const seen = status === 200 ? readSeenRequest(body) : null;
  if (seen === null) {
    const why =
      token === null
        ? "the site's secret is missing"
        : `the server is not Frontdesk of this version with this secret (status ${status}, server: ${headers.server ?? "unnamed"})`;
    return [unchecked(`headers at the site: ${why}`, "start the site; run this with its settings")];
  }
  return [...diagnoseAddress(env, seen), ...diagnoseProtocol(env, seen)];
}

function readSeenRequest(body: string): SeenRequest | null {
  try {
    const seen = JSON.parse(body);
    return typeof seen.peer === "string" ? seen : null;
  } catch {
    return null;
  }
}

function diagnoseAddress(
  { publicUrl, trustProxy }: ProxyCheck["env"],
  { peer, forwardedFor, address }: SeenRequest,
): Diagnosis[] {
  const isTrusted = createProxies(trustProxy).isTrusted(peer);
  if (forwardedFor === forgedAddress && isTrusted)
    return [
      // A trusted proxy would have appended this client's address.
      wrong(
        "visitors can forge their address: the proxy forwards X-Forwarded-For unchanged, or TRUST_PROXY includes more than the proxy",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; without a proxy, TRUST_PROXY=off",
      ),
    ];
  if (forwardedFor === forgedAddress && publicUrl.protocol === "https:")
    return [
      wrong(
        "the TLS proxy does not send the client address: all visitors count as one",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; and add it to TRUST_PROXY",
      ),
    ];
  if (forwardedFor === forgedAddress)
    return [fine(`no proxy; visitors connect from their own address (${address})`)];
  if (forwardedFor === null)
    return [
      wrong(
        "the proxy does not send the client address: all visitors count as one",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for",
      ),
    ];
  if (!isTrusted)
    return [
      wrong(
        `the proxy connects from ${peer}, which TRUST_PROXY does not include: all visitors count as one`,
        `set TRUST_PROXY=${[...trustProxy, peer].join(",")}`,
      ),
    ];
  // On a trusted machine, such as the proxy's, the forged address counts as the client's.
  const caller = address === forgedAddress ? "this machine" : address;
  return [fine(`the proxy at ${peer} sends the client address (${caller})`)];
}

function diagnoseProtocol(
  { publicUrl }: ProxyCheck["env"],
  { isSecure, forwardedProto }: SeenRequest,
): Diagnosis[] {
  const isHttps = publicUrl.protocol === "https:";
  if (isSecure === isHttps) return [fine(`the site detects ${isHttps ? "TLS" : "plain HTTP"}`)];
  return [
    wrong(
      `requests over ${publicUrl.protocol.slice(0, -1)} are taken for ${isSecure ? "https" : "http"} (X-Forwarded-Proto: ${forwardedProto ?? "none"})`,
      "nginx: proxy_set_header X-Forwarded-Proto $scheme",
    ),
  ];
}

async function checkCompression(options: ProxyCheck): Promise<Diagnosis> {
  try {
    const headers = { "accept-encoding": "br, gzip" };
    const { status, headers: got } = await sendRequest(new URL("/", options.env.publicUrl), {
      ...options,
      headers,
    });
    const encoding = got["content-encoding"];
    if (encoding !== undefined) return fine(`pages are compressed (${encoding})`);
    return warning(
      `the start page is uncompressed (status ${status})`,
      "let the proxy forward Accept-Encoding to the site",
    );
  } catch (error) {
    return unchecked(`compression: ${oneSentence(error)}`);
  }
}

/** Announces large bodies without sending them; a proxy with a smaller limit rejects them at once. */
async function checkUploads(options: ProxyCheck): Promise<Diagnosis[]> {
  const { one, most } = options.uploadBytes;
  const first = await announceBody(options, one);
  if (first === "rejected")
    return [
      wrong(`a picture of ${toMegabytes(one)} MB is rejected before it reaches the site`, fixUploads(most)),
    ];
  const all = first === "accepted" ? await announceBody(options, most) : first;
  if (all === "rejected")
    return [
      warning(
        `twenty pictures at once (${toMegabytes(most)} MB) are rejected before they reach the site`,
        fixUploads(most),
      ),
    ];
  if (all === "accepted") return [fine(`uploads of ${toMegabytes(most)} MB reach the site`)];
  return [unchecked(`upload limit: ${all}`, "upload a picture of 9 MB in the dashboard")];
}

async function announceBody(options: ProxyCheck, bytes: number): Promise<"accepted" | "rejected" | string> {
  try {
    const { status, headers } = await sendRequest(new URL("/api/files", options.env.publicUrl), {
      ...options,
      method: "POST",
      expectsBody: true,
      headers: {
        expect: "100-continue",
        "content-type": "multipart/form-data; boundary=doctor",
        "content-length": String(bytes),
      },
    });
    // Every response of the site has this header.
    const isFromSite = headers["x-request-id"] !== undefined;
    if (status === 100 || (isFromSite && status !== 413)) return "accepted";
    return status === 413 ? "rejected" : `status ${status}`;
  } catch (error) {
    return oneSentence(error);
  }
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

function fixUploads(bytes: number): string {
  return `nginx: client_max_body_size ${toMegabytes(bytes)}m in the location of uploads (docs/install.md)`;
}

async function checkEvents(options: ProxyCheck): Promise<Diagnosis> {
  if (options.token === null) return unchecked("delay of events: the site's secret is missing");
  const pieces: string[] = [];
  try {
    const headers = { accept: "text/event-stream", authorization: `Bearer ${options.token}` };
    const onPiece = (text: string) => void pieces.push(text);
    const { status } = await sendRequest(new URL(probePath, options.env.publicUrl), {
      ...options,
      headers,
      onPiece,
    });
    if (status !== 200 || !pieces.join("").includes("last"))
      return unchecked(`delay of events: status ${status}`);
  } catch (error) {
    return unchecked(`delay of events: ${oneSentence(error)}`);
  }
  const isAtOnce = pieces[0]?.includes("first") && !pieces[0].includes("last");
  return isAtOnce
    ? fine("events arrive as they are sent")
    : wrong(
        "events are delayed, so the inbox shows new messages late",
        "nginx: do not override X-Accel-Buffering, or set proxy_buffering off; other proxies: stream text/event-stream",
      );
}

/** Checks redirects from http to https, and from the host with or without www. */
async function checkRedirects(options: ProxyCheck): Promise<Diagnosis[]> {
  const { publicUrl } = options.env;
  if (publicUrl.protocol !== "https:" || publicUrl.port !== "") return [];
  const { hostname } = publicUrl;
  const other = hostname.startsWith("www.") ? hostname.slice(4) : `www.${hostname}`;
  return [
    await checkRedirect(options, new URL(`http://${hostname}/`), "wrong"),
    await checkRedirect(options, new URL(`https://${other}/`), "warning"),
  ];
}

async function checkRedirect(
  options: ProxyCheck,
  from: URL,
  otherwise: "wrong" | "warning",
): Promise<Diagnosis> {
  const { origin } = options.env.publicUrl;
  const fix = `let the proxy redirect ${from.origin} to ${origin} (301)`;
  try {
    const { status, headers } = await sendRequest(from, options);
    const to = URL.parse(headers.location ?? "", from);
    if (status >= 300 && status < 400 && to?.origin === origin)
      return fine(`${from.origin} redirects to ${origin}`);
    return diagnosesOf("proxy")[otherwise](
      `${from.origin} does not redirect to ${origin} (status ${status})`,
      fix,
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isPlain = otherwise === "warning" && /ENOTFOUND|CERT|ALTNAME/.test(code);
    return isPlain
      ? warning(`${from.origin} has no server (${oneSentence(error)})`, fix)
      : unchecked(`${from.origin}: ${oneSentence(error)}`, fix);
  }
}

function readClock({ host }: URL, { headers }: Answer, sentAt: Date): OtherClock | null {
  const time = new Date(headers.date ?? "");
  if (Number.isNaN(time.getTime())) return null;
  return {
    source: host,
    time,
    at: sentAt,
    // The header has whole seconds.
    precisionMs: 1_000 + (Date.now() - sentAt.getTime()),
  };
}
