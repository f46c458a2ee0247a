export interface Health {
  /** The process answers: nothing else is asked. */
  alive(): Response;
  /** Whether requests should be sent here. The question behind it is put once a second at most, however often this is asked. */
  ready(): Promise<Response>;
}

interface HealthOptions {
  ready(): Promise<boolean>;
  isDraining(): boolean;
}

const askAgainAfter = 1_000;
const longestWait = 2_000;

export function createHealth(options: HealthOptions): Health {
  let answer: Promise<boolean> = Promise.resolve(false);
  let askedAt = Number.NEGATIVE_INFINITY;

  function isReady(): Promise<boolean> {
    const now = performance.now();
    if (now - askedAt < askAgainAfter) return answer;
    askedAt = now;
    answer = Promise.race([options.ready().catch(() => false), falseAfter(longestWait)]);
    return answer;
  }

  return {
    alive: () => say(200, "ok"),
    async ready() {
      if (options.isDraining()) return say(503, "stopping");
      return (await isReady()) ? say(200, "ready") : say(503, "not ready");
    },
  };
}

function say(status: number, word: string): Response {
  return new Response(`${word}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function falseAfter(milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}
