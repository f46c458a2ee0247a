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

/** Lets a server stop without a failed request: answers what has come in, takes nothing new. */
export function createDrain(server: Server, { noticeMs = 200, limitMs = 9_000 }: DrainOptions = {}): Drain {
  const sockets = new Set<Socket>();
  let stopped: Promise<void> | undefined;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  async function stop(): Promise<void> {
    await pause(noticeMs);
    await turn();
    // Node's own close would cut connections that are idle this very moment.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    await Promise.race([closed, pause(lastRequestMs)]);
    server.emit("stopping");
    server.close();
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
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

/** Until right after the waiting connections were accepted: those still waiting when a listener closes are reset. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
