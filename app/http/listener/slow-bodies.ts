import type { IncomingMessage, Server } from "node:http";
import { hasBody } from "../bodies/request-body.ts";
import { networkOf } from "./client-address.ts";

/** How much longer than any other body a file may take: ten megabytes over a line of a third of a megabit. */
export const uploadPatience = 10;

/** Bodies on their way from one network, and in all. */
export const mostHalfSent = { perNetwork: 50, inAll: 400 } as const;

export interface SlowBodiesOptions {
  takesUploads(path: string): boolean;
  /** Milliseconds that a body may take to come in; a file has `uploadPatience` times as long. */
  usualMs: number;
  addressOf(request: IncomingMessage): string;
  /** Bodies on their way from one network, and in all. Beyond that the one that began first is given up. */
  mostPerNetwork?: number;
  mostInAll?: number;
}

/**
 * Gives up bodies that take too long to come in, sooner when there are many: half-sent requests cost their sender nothing,
 * so they never keep anybody else's out.
 */
export function endSlowBodies(server: Server, options: SlowBodiesOptions): void {
  const {
    usualMs,
    takesUploads,
    addressOf,
    mostPerNetwork = mostHalfSent.perNetwork,
    mostInAll = mostHalfSent.inAll,
  } = options;
  const byNetwork = new Map<string, Set<IncomingMessage>>();
  let inAll = 0;

  function giveUp(request: IncomingMessage): void {
    const late = Object.assign(new Error("The body came too slowly."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!request.complete) server.emit("clientError", late, request.socket);
  }

  function leave(network: string, request: IncomingMessage): void {
    const there = byNetwork.get(network);
    if (!there?.delete(request)) return;
    inAll -= 1;
    if (there.size === 0) byNetwork.delete(network);
  }

  function makeRoom(network: string): void {
    const own = byNetwork.get(network);
    if (own && own.size > mostPerNetwork) dropFirst(network, own);
    if (inAll <= mostInAll) return;
    const [largest] = [...byNetwork].sort(([, one], [, other]) => other.size - one.size);
    if (largest) dropFirst(...largest);
  }

  function dropFirst(network: string, there: Set<IncomingMessage>): void {
    const [first] = there;
    if (!first) return;
    leave(network, first);
    giveUp(first);
  }

  function watch(request: IncomingMessage): void {
    if (!hasBody(request)) return;
    const isUpload = takesUploads((request.url ?? "").split("?")[0] ?? "");
    const timer = setTimeout(() => giveUp(request), isUpload ? usualMs * uploadPatience : usualMs);
    timer.unref();
    const network = networkOf(addressOf(request));
    const there = byNetwork.get(network) ?? new Set();
    byNetwork.set(network, there.add(request));
    inAll += 1;
    const done = () => leave(network, request);
    request.once("end", done).once("close", () => {
      clearTimeout(timer);
      done();
    });
    // A small body is there with its head, only not yet read.
    setImmediate(() => {
      if (request.complete) done();
      else makeRoom(network);
    });
  }

  server.on("request", watch).on("checkContinue", watch);
}
