import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give outgoing connections ports from 32768 or above. */
const lowest = 10_000;
const ports = 22_000;
/** The one of them that `fetch` refuses (https://fetch.spec.whatwg.org/#port-blocking). */
const blocked = 10_080;

/** Processes of one run begin far apart. */
let next = (process.pid * 997) % ports;

/**
 * A port of loopback for a server that the tests start, on which nobody listens. It is given once in this process, and to no
 * outgoing connection, since a server may listen on it only a minute later.
 */
export async function findTestPort(): Promise<number> {
  for (let tries = 0; tries < ports; tries += 1) {
    const port = lowest + next;
    next = (next + 1) % ports;
    if (port !== blocked && (await isFree(port))) return port;
  }
  throw new Error("No port could be had.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
