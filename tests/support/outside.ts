import type { NetworkAccess } from "#app/webhooks/post.ts";

/** A network in which every name has one public address, but for those that are given. */
export function anOutside(known: Record<string, string> = {}, allowsPrivate = false): NetworkAccess {
  return {
    allowsPrivate,
    async resolve(host) {
      const address = known[host] ?? "93.184.216.34";
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    },
  };
}
