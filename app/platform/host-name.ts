/** The host of an address as names and sockets take it: an IPv6 address without the brackets that addresses put around it. */
export function hostNameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
