import { pause } from "./place.ts";

export interface Traffic {
  /** Ends it and says what came of it. */
  stop(): Promise<TrafficResult>;
}

export interface TrafficResult {
  reads: number;
  /** What each failed read met, in words. */
  failedReads: string[];
  /** Reads on a connection that was kept open and was closed as they were on their way; browsers and proxies repeat them. */
  repeatedReads: number;
  /** References of messages that were acknowledged. */
  references: string[];
  /** What each refused message met. */
  failedWrites: string[];
}

interface TrafficOptions {
  /** Requests a second, all visitors together. */
  perSecond?: number;
  /** One of so many requests is a message, the others read. */
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

/** So many wait for an answer at the same time. */
const mostOpen = 200;

/** Asks a site at a steady pace, as visitors do who know nothing of each other. */
export function startTraffic(
  url: string,
  { perSecond = 150, writeEvery = 15 }: TrafficOptions = {},
): Traffic {
  const result: TrafficResult = {
    reads: 0,
    failedReads: [],
    repeatedReads: 0,
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
    // Every other visitor comes with a connection of their own.
    const headers = at % 2 === 0 ? { connection: "close" } : {};
    const read = async () => {
      const signal = AbortSignal.timeout(60_000);
      const answer = await fetch(url + path, { headers, redirect: "manual", signal });
      await answer.arrayBuffer();
      if (answer.status !== 200) result.failedReads.push(`${path}: ${answer.status}`);
    };
    try {
      await read().catch((error) => {
        if (at % 2 === 0 || !isClosedUnderWay(error)) throw error;
        result.repeatedReads += 1;
        return read();
      });
    } catch (error) {
      result.failedReads.push(`${path}: ${reasonOf(error)}`);
    }
  };
  const running = (async () => {
    let due = 0;
    for (let before = performance.now(); !isOver; await pause(5)) {
      const now = performance.now();
      // A machine that can't keep the pace is asked as fast as it answers.
      due = Math.min(due + ((now - before) / 1000) * perSecond, mostOpen - open.size);
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

/** One message to the company; `null` where it was not acknowledged. */
export async function sendMessage(url: string, name: string): Promise<string | null> {
  const body = JSON.stringify({
    name,
    email: `${name}@company.example`,
    message: `Hello from ${name}`,
    consent: true,
  });
  const address = `198.18.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`;
  const answer = await fetch(`${url}/api/contact`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-forwarded-for": address },
  });
  return answer.status === 201 ? (await answer.json()).reference : null;
}

async function write(url: string, at: number, result: TrafficResult): Promise<void> {
  try {
    const reference = await sendMessage(url, `visitor-${at}-${performance.now().toFixed(0)}`);
    if (reference) result.references.push(reference);
    else result.failedWrites.push("refused");
  } catch (error) {
    result.failedWrites.push(reasonOf(error));
  }
}

/** What RFC 9110, section 9.2.2, lets a client repeat by itself: a read whose connection was closed before an answer came. */
function isClosedUnderWay(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(code);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
