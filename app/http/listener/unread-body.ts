import type { IncomingMessage } from "node:http";
import { hasBody } from "../bodies/request-body.ts";

export interface Rest {
  /** Resolves when nothing more is to be read: the sender is done, gone, or went on for too long. */
  over: Promise<void>;
}

/** An answer given before the body was there in whole; senders at work still get this much time and room to read it. */
const longestMs = 30_000;
const mostBytes = 50_000_000;
/** What is there in this time has come in whole, as far as anybody can tell. */
const graceMs = 50;
/** Senders that are being waited for in all; whoever comes then is cut off. */
const mostAtOnce = 200;

let atOnce = 0;

/**
 * Looks at what is left of a request's body when the answer is known: null when all of it is there, so that the connection
 * can go on; else what is read and thrown away meanwhile, after which the connection has to end. A connection closed with
 * bytes nobody has read is reset, and the sender would never see the answer.
 */
export async function discardRest(request: IncomingMessage, isStopping: () => boolean): Promise<Rest | null> {
  if (!hasBody(request) || request.complete) return null;
  const over = readOn(request, isStopping);
  await Promise.race([over, pause(graceMs)]);
  return request.complete ? null : { over };
}

async function readOn(request: IncomingMessage, isStopping: () => boolean): Promise<void> {
  if (atOnce >= mostAtOnce) return;
  atOnce += 1;
  const ended = Promise.withResolvers<void>();
  let size = 0;
  // Not by an iterator: one that gave up in the middle may still wait for the next piece.
  const onReadable = () => {
    for (let piece = request.read(); piece !== null; piece = request.read()) size += piece.length;
    if (size > mostBytes) ended.resolve();
  };
  const look = setInterval(() => {
    if (isStopping()) ended.resolve();
  }, 100).unref();
  const timer = setTimeout(ended.resolve, longestMs).unref();
  request.on("readable", onReadable).once("end", ended.resolve).once("close", ended.resolve);
  try {
    await ended.promise;
  } finally {
    atOnce -= 1;
    clearInterval(look);
    clearTimeout(timer);
    request.off("readable", onReadable);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
