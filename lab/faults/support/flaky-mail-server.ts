import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** Failure mode of the mail server. */
export type Mood = "fine" | "refusing" | "hanging" | "dropping" | "busy" | "slow";

/** Accepted mail. */
export interface Taken {
  to: string;
  messageId: string;
  at: number;
}

export interface FlakyMailServer {
  port: number;
  taken: Taken[];
  /** Closes all connections, so that the new mode applies to everyone at once. */
  change(mood: Mood): Promise<void>;
  stop(): Promise<void>;
}

/** Mail server on loopback with a changing mode; it rejects addresses with a reserved prefix. */
export async function startFlakyMailServer(): Promise<FlakyMailServer> {
  const taken: Taken[] = [];
  const sockets = new Set<Socket>();
  let mood: Mood = "fine";
  let server = await listen(0);
  const { port } = server.address() as { port: number }; // it listens on a port
  function listen(on: number): Promise<Server> {
    const made = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      talk(
        socket,
        () => mood,
        (mail) => taken.push(mail),
      );
    }).listen(on, "127.0.0.1");
    return once(made, "listening").then(() => made);
  }
  const close = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  };
  return {
    port,
    taken,
    async change(next) {
      await close();
      mood = next;
      if (next !== "refusing") server = await listen(port);
    },
    stop: close,
  };
}

const slowMs = 3000;

/** Handles one connection. An accepted mail counts even if the client has gone. */
function talk(socket: Socket, mood: () => Mood, keep: (mail: Taken) => void): void {
  let to = "";
  let body: string[] | null = null;
  const say = (line: string) => socket.writable && socket.write(`${line}\r\n`);
  const answer = (line: string, then = () => {}) => {
    const go = () => {
      then();
      say(line);
    };
    if (mood() === "slow") setTimeout(go, slowMs);
    else go();
  };
  const hear = (line: string) => {
    if (mood() === "hanging") return;
    if (mood() === "busy" && !/^(EHLO|QUIT)/i.test(line)) return void socket.end("421 4.3.2 too busy\r\n");
    if (body) return line === "." ? endOfData() : void body.push(line);
    if (/^EHLO/i.test(line)) return answer("250 mail.example");
    if (/^RCPT TO:/i.test(line)) {
      to = /<([^>]*)>/.exec(line)?.[1] ?? "";
      return answer(to.startsWith("nobody") ? "550 5.1.1 no such mailbox" : "250 ok");
    }
    if (/^DATA/i.test(line)) {
      body = [];
      return answer("354 go on");
    }
    if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
    return answer("250 ok");
  };
  const endOfData = () => {
    const messageId = /^Message-ID: (.*)$/im.exec((body ?? []).join("\n"))?.[1] ?? "";
    body = null;
    if (mood() === "dropping") return void socket.destroy();
    answer("250 taken", () => keep({ to, messageId, at: Date.now() }));
  };
  let rest = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) hear(line);
  });
  if (mood() !== "hanging") answer("220 mail.example");
}
