import type { Server } from "node:http";
import type { Socket } from "node:net";
import { chooseVariant, type PreparedPage } from "../cache/page.ts";
import type { PageViews } from "../cache/page-views.ts";
import { keepAliveSeconds, stamp } from "../cache/variant.ts";
import type { ReportFromMemory } from "../ops/report.ts";
import { readHead } from "./request-head.ts";

export interface FastLaneOptions {
  /** What is ready in memory for a request target. */
  find(rawUrl: string): PreparedPage | undefined;
  pageViews: PageViews;
  report: ReportFromMemory;
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
}

const idleMs = keepAliveSeconds * 1_000;
const firstRequestWithin = 10_000;
/** Of connections on which nothing was asked yet when the site stops, in ms: the request may be on its way. */
const firstRequestWhenStopping = 1_500;

/**
 * Answers plain reads of what is ready in memory before Node's parser sees the connection, which more than doubles how many
 * one core can answer. At the first request that is anything else the connection goes to Node, bytes and all, for good.
 */
export function attachFastLane(server: Server, options: FastLaneOptions): void {
  const parsers = server.listeners("connection");
  server.removeAllListeners("connection");
  const riding = new Set<Socket>();

  function enter(socket: Socket): void {
    const leave = () => {
      riding.delete(socket);
      socket
        .off("data", onData)
        .off("end", onEnd)
        .off("timeout", onTimeout)
        .off("error", onError)
        .off("close", leave);
    };
    const handOver = (chunk: Buffer) => {
      leave();
      socket.setTimeout(0);
      socket.pause();
      socket.unshift(chunk);
      for (const parse of parsers) parse.call(server, socket);
      process.nextTick(() => socket.resume());
    };
    const onData = (chunk: Buffer) => {
      const answer = socket.writableLength > 0 ? null : findAnswer(chunk, options);
      if (!answer) return handOver(chunk);
      socket.write(answer);
      if (socket.timeout !== idleMs) socket.setTimeout(idleMs);
    };
    const onEnd = () => socket.end();
    const onTimeout = () => socket.destroy();
    const onError = () => socket.destroy();
    riding.add(socket);
    socket.setTimeout(firstRequestWithin);
    socket
      .on("data", onData)
      .on("end", onEnd)
      .on("timeout", onTimeout)
      .on("error", onError)
      .on("close", leave);
  }

  server.on("connection", enter);
  server.once("stopping", () => {
    for (const socket of riding)
      if (socket.bytesRead > 0) socket.end();
      else socket.setTimeout(firstRequestWhenStopping);
  });
}

function findAnswer(chunk: Buffer, options: FastLaneOptions): Buffer | null {
  const head = options.isDraining() ? null : readHead(chunk);
  if (!head || !options.isKnownHost(head.host)) return null;
  const page = options.find(head.url);
  if (!page) return null;
  if (page.countedAs !== null) options.pageViews.count(page.countedAs, head);
  const variant = chooseVariant(page, head.accept, head.ifNoneMatch);
  options.report({
    method: "GET",
    rawUrl: head.url,
    status: variant.status,
  });
  return stamp(variant);
}
