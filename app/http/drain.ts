import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

export interface Drain {
  /** True from the moment of the stop: health answers that nothing more should be sent here. */
  readonly isDraining: boolean;
  /** Ends what is open in good order; resolves when the last connection is closed. */
  stop(): Promise<void>;
}

interface DrainOptions {
  /** How long a proxy in front is given to notice. */
  noticeMs?: number | undefined;
  /** After this the connections left are cut. */
  limitMs?: number | undefined;
}

/** A request may be on its way on a connection that seems idle, the first one of a new connection above all. */
const lastRequestMs = 500;

/** Where connections come faster than they are accepted, there is no last one to wait for. */
const mostAcceptMs = 1000;

/** Lets a server stop without a failed request: answers what has come in, takes nothing new. */
export function createDrain(server: Server, { noticeMs = 200, limitMs = 9_000 }: DrainOptions = {}): Drain {
  const sockets = new Set<Socket>();
  let stopped: Promise<void> | undefined;
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  /** Of the connections that wait, each turn of the loop accepts one; those left when a listener closes are reset. */
  async function acceptWaiting(): Promise<void> {
    const end = performance.now() + mostAcceptMs;
    for (let before = -1; accepted !== before && performance.now() < end; ) {
      before = accepted;
      await turn();
    }
  }

  async function stop(): Promise<void> {
    await pause(noticeMs);
    await acceptWaiting();
    // Node's own close would cut connections that are idle this very moment.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    await Promise.race([closed, pause(lastRequestMs)]);
    await turn();
    server.emit("stopping");
    server.close();
    const sweep = setInterval(() => void turn().then(() => server.closeIdleConnections()), 100);
    const cut = setTimeout(
      () => {
        for (const socket of sockets) socket.destroy();
      },
      limitMs - noticeMs - lastRequestMs,
    );
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
  }

  return {
    get isDraining() {
      return stopped !== undefined;
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Until right after what had come in was read: a connection that is closed with bytes nobody has read is reset. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
