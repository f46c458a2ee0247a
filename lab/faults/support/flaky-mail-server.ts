import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

/** Failure mode of the mail server; "fine" is normal operation. */
export type MailServerMode = "fine" | "refusing" | "hanging" | "dropping" | "busy" | "slow";

/** Accepted mail. */
export interface AcceptedMail {
  to: string;
  messageId: string;
  at: number;
}

export interface FlakyMailServer {
  port: number;
  accepted: AcceptedMail[];
  /** Changes the mode and closes all connections. */
  change(mode: MailServerMode): Promise<void>;
  stop(): Promise<void>;
}

/** SMTP server on loopback with a failure mode; it rejects addresses that start with `nobody`. */
export async function startFlakyMailServer(): Promise<FlakyMailServer> {
  const accepted: AcceptedMail[] = [];
  const sockets = new Set<Socket>();
  let mode: MailServerMode = "fine";
  let server = await listen(0);
  const { port } = server.address() as { port: number }; // it listens on a port
  function listen(on: number): Promise<Server> {
    const made = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
      handleConnection(
        socket,
        () => mode,
        (mail) => accepted.push(mail),
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
    accepted,
    async change(next) {
      await close();
      mode = next;
      if (next !== "refusing") server = await listen(port);
    },
    stop: close,
  };
}

const slowMs = 3000;

/** Handles one connection. A mail counts as accepted even if the client has disconnected. */
function handleConnection(
  socket: Socket,
  mode: () => MailServerMode,
  onAccepted: (mail: AcceptedMail) => void,
): void {
  let to = "";
  let body: string[] | null = null;
  const sendLine = (line: string) => socket.writable && socket.write(`${line}\r\n`);
  const answer = (line: string, then = () => {}) => {
    const send = () => {
      then();
      sendLine(line);
    };
    if (mode() === "slow") setTimeout(send, slowMs);
    else send();
  };
  const handleLine = (line: string) => {
    if (mode() === "hanging") return;
    if (mode() === "busy" && !/^(EHLO|QUIT)/i.test(line)) return void socket.end("421 4.3.2 too busy\r\n");
    if (body) return line === "." ? endOfData() : void body.push(line);
    if (/^EHLO/i.test(line)) return answer("250 mail.example");
    if (/^RCPT TO:/i.test(line)) {
      to = /<([^>]*)>/.exec(line)?.[1] ?? "";
      return answer(to.startsWith("nobody") ? "550 5.1.1 no such mailbox" : "250 ok");
    }
    if (/^DATA/i.test(line)) {
      body = [];
      return answer("354 send on");
    }
    if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n");
    return answer("250 ok");
  };
  const endOfData = () => {
    const messageId = /^Message-ID: (.*)$/im.exec((body ?? []).join("\n"))?.[1] ?? "";
    body = null;
    if (mode() === "dropping") return void socket.destroy();
    answer("250 accepted", () => onAccepted({ to, messageId, at: Date.now() }));
  };
  let rest = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\r\n");
    rest = lines.pop() ?? "";
    for (const line of lines) handleLine(line);
  });
  if (mode() !== "hanging") answer("220 mail.example");
}
