import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { pause } from "./place.ts";

export interface Traffic {
  /** Ends the traffic and returns its result. */
  stop(): Promise<TrafficResult>;
}

export interface TrafficResult {
  reads: number;
  /** Error of each failed read. */
  failedReads: string[];
  /** Requests repeated on a new connection, because a keep-alive connection closed. */
  repeated: number;
  /** References of acknowledged messages. */
  references: string[];
  /** Error of each failed message. */
  failedWrites: string[];
}

interface TrafficOptions {
  /** Requests per second of all visitors together. */
  perSecond?: number;
  /** Every n-th request sends a message; the others are reads. */
  writeEvery?: number;
}

const paths = [
  "/",
  "/services",
  "/portfolio",
  "/contact",
  "/blog",
  "/search?q=bank",
  "/blog/feed.xml",
  "/api/services",
];

/** Maximum number of open requests. */
const maxOpen = 200;

/** Sends requests at a steady rate, as independent visitors do. */
export function startTraffic(
  url: string,
  { perSecond = 150, writeEvery = 15 }: TrafficOptions = {},
): Traffic {
  const result: TrafficResult = {
    reads: 0,
    failedReads: [],
    repeated: 0,
    references: [],
    failedWrites: [],
  };
  const open = new Set<Promise<void>>();
  let isOver = false;
  let count = 0;
  const one = async (at: number) => {
    if (at % writeEvery === 0) return write(url, at, result);
    const path = paths[at % paths.length] ?? "/";
    result.reads += 1;
    // Every other visitor opens a new connection.
    const headers: Record<string, string> = at % 2 === 0 ? { connection: "close" } : {};
    try {
      const { status } = await repeatIfClosed(url + path, { headers }, result);
      if (status !== 200) result.failedReads.push(`${path}: ${status}`);
    } catch (error) {
      result.failedReads.push(`${path}: ${reasonOf(error)}`);
    }
  };
  const running = (async () => {
    let due = 0;
    for (let before = performance.now(); !isOver; await pause(5)) {
      const now = performance.now();
      // Limits open requests if the machine cannot sustain the rate.
      due = Math.min(due + ((now - before) / 1000) * perSecond, maxOpen - open.size);
      before = now;
      for (; due >= 1; due -= 1) {
        count += 1;
        const request = one(count);
        open.add(request);
        void request.finally(() => open.delete(request));
      }
    }
  })();
  return {
    async stop() {
      isOver = true;
      await running;
      await Promise.all(open);
      return result;
    },
  };
}

/** Sends one message to the company; null if it was not acknowledged. */
export async function sendMessage(url: string, name: string, ask: Ask = askOnce): Promise<string | null> {
  const body = JSON.stringify({
    name,
    email: `${name}@company.example`,
    message: `Hello from ${name}`,
    consent: true,
  });
  const address = `198.18.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`;
  const { status, text } = await ask(`${url}/api/contact`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-forwarded-for": address },
  });
  return status === 201 ? JSON.parse(text).reference : null;
}

interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

type Ask = (address: string, question: Question) => Promise<{ status: number; text: string }>;

const askOnce: Ask = async (address, question) => {
  const signal = AbortSignal.timeout(60_000);
  const answer = await fetch(address, { ...question, redirect: "manual", signal });
  return { status: answer.status, text: await answer.text() };
};

const askOnNewConnection: Ask = async (address, { body, ...options }) => {
  const request = httpRequest(address, { ...options, agent: false }).end(body);
  const [response] = await once(request, "response");
  return { status: response.statusCode, text: await text(response) };
};

/** Repeats a request, as browsers do, if a keep-alive connection closed before an answer. */
async function repeatIfClosed(address: string, question: Question, result: TrafficResult) {
  try {
    return await askOnce(address, question);
  } catch (error) {
    if (question.headers?.connection === "close" || !isConnectionClosed(error)) throw error;
    result.repeated += 1;
    return askOnNewConnection(address, question);
  }
}

async function write(url: string, at: number, result: TrafficResult): Promise<void> {
  try {
    const name = `visitor-${at}-${performance.now().toFixed(0)}`;
    const reference = await sendMessage(url, name, (address, question) =>
      repeatIfClosed(address, question, result),
    );
    if (reference) result.references.push(reference);
    else result.failedWrites.push("refused");
  } catch (error) {
    result.failedWrites.push(reasonOf(error));
  }
}

/** Whether a connection closed before any answer. */
function isConnectionClosed(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(code);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
