import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { networkInterfaces } from "node:os";
import type { TLSSocket } from "node:tls";
import { probePath, type SeenRequest } from "#app/http/listener/builtin-endpoints.ts";
import { createProxies } from "#app/http/listener/client.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { OtherClock } from "./check-machine.ts";
import { type Diagnosis, diagnosesOf, oneSentence } from "./diagnosis.ts";

const { fine, warning, wrong, unchecked } = diagnosesOf("proxy");

interface ProxyCheck {
  env: Pick<Env, "publicUrl" | "trustProxy">;
  /** Proves to the site that it may show what it sees; null where the secret is not known. */
  token: string | null;
  /** Largest body of a form with one picture, and of one with all a form may have. */
  uploadBytes: { one: number; most: number };
  /** Certificates to trust besides the system's, as PEM. */
  ca?: string;
}

/** An address of documentation (RFC 5737): nobody asks from there. */
const pretended = "203.0.113.99";

/**
 * Asks PUBLIC_URL as a visitor does, through whatever stands in front, and looks at what arrives at the site and what comes
 * back; answers the clock that the answer was dated by as well.
 */
export async function checkProxy(
  options: ProxyCheck,
): Promise<{ diagnoses: Diagnosis[]; clock: OtherClock | null }> {
  const { publicUrl } = options.env;
  const asked = new Date();
  let answer: Answer;
  try {
    answer = await ask(new URL(probePath, publicUrl), {
      ...options,
      headers: {
        "x-forwarded-for": pretended,
        ...(options.token !== null && { authorization: `Bearer ${options.token}` }),
      },
    });
  } catch (error) {
    return { diagnoses: [describeNoAnswer(publicUrl, error)], clock: null };
  }
  const diagnoses = [
    ...judgeCertificate(publicUrl, answer),
    ...judgeSeen(options, answer),
    await checkCompression(options),
    ...(await checkUploads(options)),
    await checkEvents(options),
    ...(await checkRedirects(options)),
  ];
  // One's own clock proves nothing.
  return { diagnoses, clock: answer.isFromHere ? null : readClock(publicUrl, answer, asked) };
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** When its certificate ends; null without TLS. */
  certificateEnds: Date | null;
  /** Whether this very machine answered. */
  isFromHere: boolean;
}

interface ProbeOptions {
  method?: string;
  headers?: Record<string, string>;
  ca?: string;
  /** Hears of each piece of the body as it comes. */
  onPiece?(text: string): void;
  /** Answers as soon as a body is asked for, which is then not sent. */
  expectsBody?: boolean;
}

const longestMs = 15_000;

/** One request that follows no redirect. With `expectsBody` it resolves with status 100 when the body may come. */
function ask(
  url: URL,
  { method = "GET", headers = {}, ca, onPiece, expectsBody }: ProbeOptions,
): Promise<Answer> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = send(url, {
    method,
    headers,
    agent: false,
    signal: AbortSignal.timeout(longestMs),
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
    // At the end it is closed, and says neither.
    const isFromHere = isOwnAddress(socket.remoteAddress);
    const ends =
      "getPeerCertificate" in socket ? (socket as TLSSocket).getPeerCertificate().valid_to : undefined; // told apart by the method
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
      `browsers refuse the certificate of ${origin}: ${oneSentence(error)}`,
      "renew it, with its whole chain",
    );
  return unchecked(
    `${origin} gives no answer from this machine (${oneSentence(error)})`,
    "start site and proxy; where a network does not lead back to itself, add the host to /etc/hosts here",
  );
}

const soonMs = 14 * 86_400_000;

function judgeCertificate({ origin }: URL, { certificateEnds }: Answer): Diagnosis[] {
  if (certificateEnds === null) return [];
  const day = certificateEnds.toISOString().slice(0, 10);
  const isSoon = certificateEnds.getTime() - Date.now() < soonMs;
  return isSoon
    ? [warning(`the certificate of ${origin} ends on ${day}`, "see that it is renewed by itself")]
    : [fine(`the certificate of ${origin} is good until ${day}`)];
}

/** Host, protocol and client address, as TRUST_PROXY says they come. */
function judgeSeen({ env, token }: ProxyCheck, { status, body, headers }: Answer): Diagnosis[] {
  const { publicUrl } = env;
  if (status === 421)
    return [
      wrong(
        `the proxy hands on another host than ${publicUrl.host}`,
        "nginx: proxy_set_header Host $host; Caddy does so by itself",
      ),
    ];
  const seen = status === 200 ? readSeen(body) : null;
  if (seen === null) {
    const why =
      token === null
        ? "the site's secret is not there"
        : `what answers is no Frontdesk of this version with this secret (status ${status}, server: ${headers.server ?? "unnamed"})`;
    return [unchecked(`what reaches the site: ${why}`, "start the site; run this with its settings")];
  }
  return [...judgeAddress(env, seen), ...judgeProtocol(env, seen)];
}

function readSeen(body: string): SeenRequest | null {
  try {
    const seen = JSON.parse(body);
    return typeof seen.peer === "string" ? seen : null;
  } catch {
    return null;
  }
}

function judgeAddress(
  { publicUrl, trustProxy }: ProxyCheck["env"],
  { peer, forwardedFor, address }: SeenRequest,
): Diagnosis[] {
  const isTrusted = createProxies(trustProxy).isTrusted(peer);
  if (forwardedFor === pretended && isTrusted)
    return [
      // Sent directly, it is our own; a trusted peer that is a proxy would have put us behind it.
      wrong(
        "what visitors pretend to be their address is believed: X-Forwarded-For is handed on as it comes, or TRUST_PROXY names more than the proxy",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; without a proxy, TRUST_PROXY=off",
      ),
    ];
  if (forwardedFor === pretended && publicUrl.protocol === "https:")
    return [
      wrong(
        "what ends TLS in front does not say who asks: all visitors count as one",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; and name it in TRUST_PROXY",
      ),
    ];
  if (forwardedFor === pretended)
    return [fine(`no proxy in between; visitors come with their own address (${address})`)];
  if (forwardedFor === null)
    return [
      wrong(
        "the proxy does not say who asks: all visitors count as one",
        "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for",
      ),
    ];
  if (!isTrusted)
    return [
      wrong(
        `the proxy connects from ${peer}, which TRUST_PROXY does not name: all visitors count as one`,
        `set TRUST_PROXY=${[...trustProxy, peer].join(",")}`,
      ),
    ];
  // Where the caller is trusted as well, as on the proxy's own machine, it is believed one step further.
  const caller = address === pretended ? "this machine" : address;
  return [fine(`the proxy at ${peer} says who asks (${caller})`)];
}

function judgeProtocol(
  { publicUrl }: ProxyCheck["env"],
  { isSecure, forwardedProto }: SeenRequest,
): Diagnosis[] {
  const isHttps = publicUrl.protocol === "https:";
  if (isSecure === isHttps)
    return [fine(`the site knows that it is asked over ${isHttps ? "TLS" : "plain HTTP"}`)];
  return [
    wrong(
      `asked over ${publicUrl.protocol.slice(0, -1)}, the site takes it for ${isSecure ? "https" : "http"} (X-Forwarded-Proto: ${forwardedProto ?? "none"})`,
      "nginx: proxy_set_header X-Forwarded-Proto $scheme",
    ),
  ];
}

async function checkCompression(options: ProxyCheck): Promise<Diagnosis> {
  try {
    const headers = { "accept-encoding": "br, gzip" };
    const { status, headers: got } = await ask(new URL("/", options.env.publicUrl), { ...options, headers });
    const encoding = got["content-encoding"];
    if (encoding !== undefined) return fine(`pages come compressed (${encoding})`);
    return warning(
      `the start page comes uncompressed (status ${status})`,
      "let the proxy hand Accept-Encoding on to the site",
    );
  } catch (error) {
    return unchecked(`compression: ${oneSentence(error)}`);
  }
}

/** Announces bodies and sends none: a proxy that bounds them says so at once. */
async function checkUploads(options: ProxyCheck): Promise<Diagnosis[]> {
  const { one, most } = options.uploadBytes;
  const first = await announceBody(options, one);
  if (first === "refused")
    return [
      wrong(`a picture of ${toMegabytes(one)} MB is refused before it reaches the site`, mendUploads(most)),
    ];
  const all = first === "taken" ? await announceBody(options, most) : first;
  if (all === "refused")
    return [
      warning(
        `twenty pictures at once (${toMegabytes(most)} MB) are refused before they reach the site`,
        mendUploads(most),
      ),
    ];
  if (all === "taken") return [fine(`uploads of ${toMegabytes(most)} MB reach the site`)];
  return [unchecked(`how large an upload may be: ${all}`, "upload a picture of 9 MB in the dashboard")];
}

async function announceBody(options: ProxyCheck, bytes: number): Promise<"taken" | "refused" | string> {
  try {
    const { status, headers } = await ask(new URL("/api/files", options.env.publicUrl), {
      ...options,
      method: "POST",
      expectsBody: true,
      headers: {
        expect: "100-continue",
        "content-type": "multipart/form-data; boundary=doctor",
        "content-length": String(bytes),
      },
    });
    // Every answer of the site has this one.
    const isFromSite = headers["x-request-id"] !== undefined;
    if (status === 100 || (isFromSite && status !== 413)) return "taken";
    return status === 413 ? "refused" : `status ${status}`;
  } catch (error) {
    return oneSentence(error);
  }
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}

function mendUploads(bytes: number): string {
  return `nginx: client_max_body_size ${toMegabytes(bytes)}m in the location of uploads (docs/deploy.md)`;
}

async function checkEvents(options: ProxyCheck): Promise<Diagnosis> {
  if (options.token === null) return unchecked("whether events come at once: the site's secret is not there");
  const pieces: string[] = [];
  try {
    const headers = { accept: "text/event-stream", authorization: `Bearer ${options.token}` };
    const onPiece = (text: string) => void pieces.push(text);
    const { status } = await ask(new URL(probePath, options.env.publicUrl), { ...options, headers, onPiece });
    if (status !== 200 || !pieces.join("").includes("last"))
      return unchecked(`whether events come at once: status ${status}`);
  } catch (error) {
    return unchecked(`whether events come at once: ${oneSentence(error)}`);
  }
  const isAtOnce = pieces[0]?.includes("first") && !pieces[0].includes("last");
  return isAtOnce
    ? fine("events come as they are sent")
    : wrong(
        "events are held back, so the inbox learns of messages late",
        "nginx: leave proxy_buffering to X-Accel-Buffering, or set it off; other proxies: stream text/event-stream",
      );
}

/** From http to https, and from the name without www. or with it. */
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
  const mend = `let the proxy answer ${from.origin} with a redirect (301) to ${origin}`;
  try {
    const { status, headers } = await ask(from, options);
    const to = URL.parse(headers.location ?? "", from);
    if (status >= 300 && status < 400 && to?.origin === origin)
      return fine(`${from.origin} leads to ${origin}`);
    return diagnosesOf("proxy")[otherwise](
      `${from.origin} does not lead to ${origin} (status ${status})`,
      mend,
    );
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const isPlain = otherwise === "warning" && /ENOTFOUND|CERT|ALTNAME/.test(code);
    return isPlain
      ? warning(`${from.origin} leads nowhere (${oneSentence(error)})`, mend)
      : unchecked(`${from.origin}: ${oneSentence(error)}`, mend);
  }
}

function readClock({ host }: URL, { headers }: Answer, asked: Date): OtherClock | null {
  const says = new Date(headers.date ?? "");
  if (Number.isNaN(says.getTime())) return null;
  return {
    whose: host,
    says,
    at: asked,
    // The header has whole seconds.
    precisionMs: 1_000 + (Date.now() - asked.getTime()),
  };
}
