import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import type { LookupFunction } from "node:net";
import { hostNameOf } from "#app/platform/host-name.ts";
import { isPublicAddress } from "./public-address.ts";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** How the network is reached. */
export interface Outside {
  /** Whether private addresses may be called, as the deployer says. */
  allowsPrivate: boolean;
  /** Every address of a host. */
  resolve(host: string): Promise<ResolvedAddress[]>;
}

export function openOutside(allowsPrivate: boolean): Outside {
  return { allowsPrivate, resolve: (host) => lookup(host, { all: true }) };
}

/** Nothing was sent, because the host is one of a private network. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";

  constructor() {
    super("The host has a private address, which is not called.");
  }
}

/** Of an answer so much is read, so that the other side is not cut off; nothing of it is kept. */
const mostAnswerBytes = 65_536;

export interface Posting {
  url: URL;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/**
 * Posts JSON and answers the status of what comes back. Redirects are not followed. The host is looked up once, here; what is
 * connected to are the very addresses that were looked at, so that a name which changes meanwhile leads nowhere else.
 * Throws a `PrivateAddressError`, or what the connection met.
 */
export async function post(outside: Outside, { url, headers, body, signal }: Posting): Promise<number> {
  const host = hostNameOf(url);
  const addresses = await untilAborted(outside.resolve(host), signal);
  if (!outside.allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddressError();
  const lookupKnown: LookupFunction = (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first?.address ?? "", first?.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const request = send(
    url,
    {
      method: "POST",
      agent: false,
      lookup: lookupKnown,
      signal,
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Frontdesk-Webhooks/1",
        ...headers,
      },
    },
    (answer) => readAway(answer, () => resolve(answer.statusCode ?? 0)),
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}

/** Reads an answer up to its bound; however it ends, its status was known before. */
function readAway(answer: IncomingMessage, done: () => void): void {
  let bytes = 0;
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) answer.destroy();
  });
  answer.on("error", done);
  answer.on("close", done);
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return Promise.race([work, promise]);
}
