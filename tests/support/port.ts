import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give outgoing connections ports from 32768 or above. */
const firstPort = 10_000;
const portCount = 22_000;
/** Port of that range that `fetch` blocks (https://fetch.spec.whatwg.org/#port-blocking). */
const blockedPort = 10_080;

/** Start port; processes of one run start at distant ports. */
let next = (process.pid * 997) % portCount;

/**
 * Unused port of loopback for a server of the tests. This process returns each port once, outside the range of outgoing
 * connections, because the server may start a minute later.
 */
export async function findTestPort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries += 1) {
    const port = firstPort + next;
    next = (next + 1) % portCount;
    if (port !== blockedPort && (await isFree(port))) return port;
  }
  throw new Error("No free port.");
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
