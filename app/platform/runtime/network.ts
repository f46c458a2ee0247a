import { once } from "node:events";
import { createServer } from "node:net";

/** Returns the host name of a URL, an IPv6 address without brackets. */
export function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Finds an unused port on the loopback interface. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port was found.");
  return address.port;
}
