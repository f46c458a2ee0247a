import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "#app/http/bodies/request-body.ts";
import { networkOf } from "#app/platform/limits/client-network.ts";

/** What is being answered at this moment, and how much of it there may be. */
export interface Workload {
  /** Null when there is no room: the caller is told to come back. */
  begin(network: string): Work | null;
  readonly isFull: boolean;
}

export interface Work {
  /** Waiting for the sender costs next to nothing and keeps nobody else out. */
  pause(): void;
  resume(): void;
  /** The answer is made and on its way: it still counts for the one who takes it, not for all. */
  sending(): void;
  end(): void;
}

/** More at a time only wait for each other. */
export const mostAtWork = 500;
/** Of one network, being made or taken. */
export const mostPerNetwork = 200;

type State = "working" | "waiting" | "sending" | "ended";

const isCounted = (state: State) => state === "working" || state === "sending";

export function createWorkload(most = { atWork: mostAtWork, perNetwork: mostPerNetwork }): Workload {
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
      if (atWork >= most.atWork || (perNetwork.get(network) ?? 0) >= most.perNetwork) return null;
      let state: State = "ended";
      const turn = (next: State) => {
        atWork += Number(next === "working") - Number(state === "working");
        count(network, Number(isCounted(next)) - Number(isCounted(state)));
        state = next;
      };
      turn("working");
      return {
        pause: () => void (state === "working" && turn("waiting")),
        resume: () => void (state === "waiting" && turn("working")),
        sending: () => void (state !== "ended" && turn("sending")),
        end: () => turn("ended"),
      };
    },
    get isFull() {
      return atWork >= most.atWork;
    },
  };
}

/** Connections of one network: each can hold answers that its sender never reads. */
export const mostConnections = 300;

interface ConnectionBound {
  /** The network of a peer; null where everybody may come from, as through a proxy. */
  networkOfPeer(address: string | undefined): string | null;
  most?: number;
}

/** Closes connections of a network that has too many. */
export function boundConnections(
  server: Server,
  { networkOfPeer, most = mostConnections }: ConnectionBound,
): void {
  const perNetwork = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const network = networkOfPeer(socket.remoteAddress);
    if (network === null) return;
    const open = perNetwork.get(network) ?? 0;
    if (open >= most) return void socket.destroy();
    perNetwork.set(network, open + 1);
    socket.once("close", () => {
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left === 0) perNetwork.delete(network);
      else perNetwork.set(network, left);
    });
  });
}

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

export interface Rest {
  /** Resolves when nothing more is to be read: the sender is done, gone, or went on for too long. */
  over: Promise<void>;
}

/** An answer given before the body was there in whole; senders at work still get this much time and room to read it. */
const longestWaitMs = 30_000;
const mostDiscardedBytes = 50_000_000;
/** What is there in this time has come in whole, as far as anybody can tell. */
const wholeWithinMs = 50;
/** Senders that are being waited for in all; whoever comes then is cut off. */
const mostWaitedFor = 200;

let waitedFor = 0;

/**
 * Looks at what is left of a request's body when the answer is known: null when all of it is there, so that the connection
 * can go on; else what is read and thrown away meanwhile, after which the connection has to end. A connection closed with
 * bytes nobody has read is reset, and the sender would never see the answer.
 */
export async function discardRest(request: IncomingMessage, isStopping: () => boolean): Promise<Rest | null> {
  if (!hasBody(request) || request.complete) return null;
  const over = readOn(request, isStopping);
  await Promise.race([over, pause(wholeWithinMs)]);
  return request.complete ? null : { over };
}

async function readOn(request: IncomingMessage, isStopping: () => boolean): Promise<void> {
  if (waitedFor >= mostWaitedFor) return;
  waitedFor += 1;
  const ended = Promise.withResolvers<void>();
  let size = 0;
  // Not by an iterator: one that gave up in the middle may still wait for the next piece.
  const onReadable = () => {
    for (let piece = request.read(); piece !== null; piece = request.read()) size += piece.length;
    if (size > mostDiscardedBytes) ended.resolve();
  };
  const look = setInterval(() => {
    if (isStopping()) ended.resolve();
  }, 100).unref();
  const timer = setTimeout(ended.resolve, longestWaitMs).unref();
  request.on("readable", onReadable).once("end", ended.resolve).once("close", ended.resolve);
  try {
    await ended.promise;
  } finally {
    waitedFor -= 1;
    clearInterval(look);
    clearTimeout(timer);
    request.off("readable", onReadable);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
