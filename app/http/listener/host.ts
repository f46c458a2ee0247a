import { isIP } from "node:net";

/** Which names this server answers to. */
export interface Hosts {
  isKnown(host: string | undefined): boolean;
}

/** The public host, and the machine's own names with any port; pages must not be made for a name someone else chose. */
export function createHosts(publicUrl: URL): Hosts {
  const seen = new Map<string, boolean>();
  return {
    isKnown(host) {
      if (host === undefined) return false;
      const before = seen.get(host);
      if (before !== undefined) return before;
      const isKnown = isPublic(host, publicUrl) || isOwnMachine(host);
      if (isKnown && seen.size < 100) seen.set(host, true);
      return isKnown;
    },
  };
}

export function isPublic(host: string, publicUrl: URL): boolean {
  const name = host.toLowerCase();
  const port = publicUrl.port || (publicUrl.protocol === "https:" ? "443" : "80");
  return name === publicUrl.host || name === `${publicUrl.hostname}:${port}`;
}

function isOwnMachine(host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(:\d{1,5})?$/.exec(host.toLowerCase())?.[1] ?? "";
  if (name === "localhost" || name === "[::1]") return true;
  return /^([a-z\d-]+\.)+localhost$/.test(name) || (isIP(name) === 4 && name.startsWith("127."));
}
