import { once } from "node:events";
import { createServer } from "node:net";

/** The host of an address as names and sockets take it: an IPv6 address without the brackets that addresses put around it. */
export function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** A port of loopback that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port could be had.");
  return address.port;
}
