import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "#app/platform/http/bodies/request-body.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";

/** Limits the number of requests handled at once. */
export interface Workload {
  /** Begins a request; null at the limit, when the caller must return 503. */
  begin(network: string): Work | null;
  readonly isFull: boolean;
}

export interface Work {
  /** Stops counting a request while it waits for its sender. */
  pause(): void;
  resume(): void;
  /** Counts a finished response only for its network, not for the whole site. */
  sending(): void;
  end(): void;
}

/** Maximum requests handled at once; more would only wait for each other. */
export const maxActiveRequests = 500;
/** Maximum requests of one network that are handled or sent. */
export const maxActivePerNetwork = 200;

type State = "working" | "waiting" | "sending" | "ended";

const isCounted = (state: State) => state === "working" || state === "sending";

export function createWorkload(
  max = { atWork: maxActiveRequests, perNetwork: maxActivePerNetwork },
): Workload {
  const perNetwork = new Map<string, number>();
  let atWork = 0;

  const count = (network: string, change: number) => {
    if (change === 0) return;
    const now = (perNetwork.get(network) ?? 0) + change;
    if (now === 0) perNetwork.delete(network);
    else perNetwork.set(network, now);
  };

  return {
    begin(network) {
      if (atWork >= max.atWork || (perNetwork.get(network) ?? 0) >= max.perNetwork) return null;
      let state: State = "ended";
      const setState = (next: State) => {
        atWork += Number(next === "working") - Number(state === "working");
        count(network, Number(isCounted(next)) - Number(isCounted(state)));
        state = next;
      };
      setState("working");
      return {
        pause: () => void (state === "working" && setState("waiting")),
        resume: () => void (state === "waiting" && setState("working")),
        sending: () => void (state !== "ended" && setState("sending")),
        end: () => setState("ended"),
      };
    },
    get isFull() {
      return atWork >= max.atWork;
    },
  };
}

/** Maximum connections per network, since each can hold unread responses. */
export const maxConnectionsPerNetwork = 300;

interface ConnectionBound {
  /** The network of a peer; null if many visitors may share it, such as behind a proxy. */
  networkOfPeer(address: string | undefined): string | null;
  max?: number;
}

/** Closes connections beyond the limit of their network. */
export function boundConnections(
  server: Server,
  { networkOfPeer, max = maxConnectionsPerNetwork }: ConnectionBound,
): void {
  const perNetwork = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const network = networkOfPeer(socket.remoteAddress);
    if (network === null) return;
    const open = perNetwork.get(network) ?? 0;
    if (open >= max) return void socket.destroy();
    perNetwork.set(network, open + 1);
    socket.once("close", () => {
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left === 0) perNetwork.delete(network);
      else perNetwork.set(network, left);
    });
  });
}

/** Factor of time for file uploads: 10 MB at a third of a megabit per second. */
export const uploadTimeFactor = 10;

/** Maximum incomplete bodies of one network and in total. */
export const maxIncompleteBodies = { perNetwork: 50, total: 400 } as const;

export interface SlowBodiesOptions {
  takesUploads(path: string): boolean;
  /** Milliseconds to receive a body; files get `uploadTimeFactor` times as long. */
  usualMs: number;
  addressOf(request: IncomingMessage): string;
  /** Maximum incomplete bodies of one network and in total; beyond that the oldest is cancelled. */
  maxPerNetwork?: number;
  maxInTotal?: number;
}

/**
 * Cancels bodies that arrive too slowly, sooner when there are many, because half-sent requests
 * cost their sender nothing.
 */
export function endSlowBodies(server: Server, options: SlowBodiesOptions): void {
  const {
    usualMs,
    takesUploads,
    addressOf,
    maxPerNetwork = maxIncompleteBodies.perNetwork,
    maxInTotal = maxIncompleteBodies.total,
  } = options;
  const byNetwork = new Map<string, Set<IncomingMessage>>();
  let total = 0;

  function cancel(request: IncomingMessage): void {
    const late = Object.assign(new Error("The body came too slowly."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    if (!request.complete) server.emit("clientError", late, request.socket);
  }

  function forget(network: string, request: IncomingMessage): void {
    const requests = byNetwork.get(network);
    if (!requests?.delete(request)) return;
    total -= 1;
    if (requests.size === 0) byNetwork.delete(network);
  }

  function makeRoom(network: string): void {
    const own = byNetwork.get(network);
    if (own && own.size > maxPerNetwork) dropFirst(network, own);
    if (total <= maxInTotal) return;
    const [largest] = [...byNetwork].sort(([, one], [, other]) => other.size - one.size);
    if (largest) dropFirst(...largest);
  }

  function dropFirst(network: string, requests: Set<IncomingMessage>): void {
    const [first] = requests;
    if (!first) return;
    forget(network, first);
    cancel(first);
  }

  function watch(request: IncomingMessage): void {
    if (!hasBody(request)) return;
    const isUpload = takesUploads((request.url ?? "").split("?")[0] ?? "");
    const timer = setTimeout(() => cancel(request), isUpload ? usualMs * uploadTimeFactor : usualMs);
    timer.unref();
    const network = networkOf(addressOf(request));
    const requests = byNetwork.get(network) ?? new Set();
    byNetwork.set(network, requests.add(request));
    total += 1;
    const done = () => forget(network, request);
    request.once("end", done).once("close", () => {
      clearTimeout(timer);
      done();
    });
    // A small body arrives with its head, but is not read yet.
    setImmediate(() => {
      if (request.complete) done();
      else makeRoom(network);
    });
  }

  server.on("request", watch).on("checkContinue", watch);
}

export interface Rest {
  /** Resolves when no more is read: the sender finished, left or exceeded a limit. */
  over: Promise<void>;
}

/** Time and size limits for reading the rest of a body after an early response. */
const maxWaitMs = 30_000;
const maxDiscardedBytes = 50_000_000;
/** Time in which a complete body arrives. */
const wholeWithinMs = 50;
/** Maximum senders waited for at once; others are cut off. */
const maxDraining = 200;

let draining = 0;

/**
 * Reads and discards the rest of a body when the response is known; null if it is complete and the
 * connection can continue. Closing a connection with unread bytes resets it, and the sender would
 * not see the response.
 */
export async function discardRest(request: IncomingMessage, isStopping: () => boolean): Promise<Rest | null> {
  if (!hasBody(request) || request.complete) return null;
  const over = drainBody(request, isStopping);
  await Promise.race([over, pause(wholeWithinMs)]);
  return request.complete ? null : { over };
}

async function drainBody(request: IncomingMessage, isStopping: () => boolean): Promise<void> {
  if (draining >= maxDraining) return;
  draining += 1;
  const ended = Promise.withResolvers<void>();
  let size = 0;
  // A cancelled iterator might still wait for the next chunk.
  const onReadable = () => {
    for (let chunk = request.read(); chunk !== null; chunk = request.read()) size += chunk.length;
    if (size > maxDiscardedBytes) ended.resolve();
  };
  const stopCheck = setInterval(() => {
    if (isStopping()) ended.resolve();
  }, 100).unref();
  const timer = setTimeout(ended.resolve, maxWaitMs).unref();
  request.on("readable", onReadable).once("end", ended.resolve).once("close", ended.resolve);
  try {
    await ended.promise;
  } finally {
    draining -= 1;
    clearInterval(stopCheck);
    clearTimeout(timer);
    request.off("readable", onReadable);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
