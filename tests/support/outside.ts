import type { NetworkAccess } from "#app/domain/webhooks/post.ts";

/** Network that resolves every name to one public address, except the given ones. */
export function createTestNetwork(known: Record<string, string> = {}, allowsPrivate = false): NetworkAccess {
  return {
    allowsPrivate,
    async resolve(host) {
      const address = known[host] ?? "93.184.216.34";
      return [{ address, family: address.includes(":") ? 6 : 4 }];
    },
  };
}
