export interface Health {
  /** The process answers: nothing else is asked. */
  alive(): Response;
  /**
   * Whether requests should be sent here. The question behind it is put once a second at most, however often this is asked.
   * With `isExplained` the word is followed by a line on each thing that operators watch.
   */
  ready(how?: { isExplained: boolean }): Promise<Response>;
}

interface HealthOptions {
  ready(): Promise<boolean>;
  isDraining(): boolean;
  /** How the site does, in lines for whoever runs it. */
  explain?(): Promise<readonly string[]>;
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

  async function explain(): Promise<readonly string[]> {
    const lines = options.explain?.().catch(() => null) ?? [];
    return (await Promise.race([lines, nullAfter(longestWait)])) ?? ["Nothing more can be read at present."];
  }

  return {
    alive: () => say(200, ["ok"]),
    async ready({ isExplained } = { isExplained: false }) {
      const [isWell, lines] = await Promise.all([
        !options.isDraining() && isReady(),
        isExplained ? explain() : [],
      ]);
      if (options.isDraining()) return say(503, ["stopping", ...lines]);
      return isWell ? say(200, ["ready", ...lines]) : say(503, ["not ready", ...lines]);
    },
  };
}

function say(status: number, lines: readonly string[]): Response {
  return new Response(lines.map((line) => `${line}\n`).join(""), {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function falseAfter(milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}

function nullAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, null).unref());
}
