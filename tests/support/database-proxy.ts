import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Proxy to PostgreSQL that can be cut, or pointed at another server. */
export async function openDatabaseProxy(first: URL) {
  let target = first;
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {}).on("close", () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(first), { hostname: "127.0.0.1", port: String(port) }).href,
    cut() {
      isCut = true;
      closeSockets();
    },
    /** Points new connections at another server. */
    redirectTo(server: URL) {
      target = server;
      closeSockets();
    },
    restore() {
      isCut = false;
    },
    close: () => server.close(),
  };
}
