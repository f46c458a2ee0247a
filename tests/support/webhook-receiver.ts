import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** Status; null never answers, "cut" closes the connection. */
export type ReceiverAnswer = number | null | "cut";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  answer: ReceiverAnswer;
  /** Time of receipt in milliseconds since the epoch. */
  at: number;
}

/** Webhook receiver; tests may change `state` while it runs. */
export async function startReceiver(first: ReceiverAnswer = 204) {
  const received: Received[] = [];
  const state = { answer: first, headers: {} as Record<string, string>, text: "" };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { answer } = state;
    received.push({ headers: request.headers, body, answer, at: Date.now() });
    if (answer === null) return;
    if (answer === "cut") request.destroy();
    else response.writeHead(answer, state.headers).end(state.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    received,
    state,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Verifies a message by Standard Webhooks 1.0. */
export function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return headers["webhook-signature"] === `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}
