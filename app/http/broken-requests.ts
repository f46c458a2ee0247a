import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { createSecurityHeaders } from "./security-headers.ts";

const statusByCode: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers what never became a request: broken syntax, heads too large, bodies that don't come in time. */
export function answerBrokenRequests(server: Server, publicUrl: URL): void {
  const { plain } = createSecurityHeaders({ publicUrl, isDevelopment: false });
  const lines = plain.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const answering = new WeakMap<Duplex, ServerResponse>();
  const note = (_request: unknown, response: ServerResponse) => {
    if (response.socket) answering.set(response.socket, response);
  };
  server.prependListener("request", note).prependListener("checkContinue", note);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    const isTooLate = response?.headersSent && !response.writableFinished;
    if (!socket.writable || error.code === "ECONNRESET" || isTooLate) return void socket.destroy();
    const status = statusByCode[error.code ?? ""] ?? 400;
    socket.end(answerOf(status, lines), () => socket.destroy());
  });
}

function answerOf(status: number, lines: string): string {
  const title = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ type: "about:blank", title, status });
  return [
    `HTTP/1.1 ${status} ${title}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n`,
    `content-type: application/problem+json\r\ncontent-length: ${body.length}\r\ncache-control: no-store\r\n`,
    `${lines}\r\n${body}`,
  ].join("");
}
