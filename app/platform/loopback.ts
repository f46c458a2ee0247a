/** Whether a host, as a URL gives it, is this very machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}
