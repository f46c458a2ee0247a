import { networkLineOf } from "#app/http/listener/client-address.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** Whose work it is, as far as its turn is concerned. */
export interface Asker {
  /** As in `ClientContext`; empty for the site's own work, which has no share to keep to. */
  network: string;
  /** A browser its person has used before, somebody signed in, or the holder of a mailed link: they wait apart. */
  isKnown: boolean;
}

interface Bounds {
  /** Works at a time. */
  atOnce: number;
  /** Places to wait in, of each of the two lanes. */
  waiting: number;
  /** Of these, how many one network may have. */
  share: number;
}

/**
 * Runs at most `atOnce` works at a time and lets few wait; the rest is refused at once as "too-busy". Known askers and
 * strangers wait in lanes of their own, served by turns, and no network can have all places of a lane: so nobody closes the
 * door to everybody.
 */
export function createFairQueue({ atOnce, waiting, share }: Bounds) {
  const known = createLane(waiting, share);
  const strangers = createLane(waiting, share);
  let running = 0;
  let isKnownNext = true;

  const takeNext = () => {
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known];
    isKnownNext = !isKnownNext;
    return first.take() ?? second.take();
  };

  return async <Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await (asker.isKnown ? known : strangers).wait(asker.network);
    else running += 1;
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next();
      else running -= 1;
    }
  };
}

function createLane(places: number, share: number) {
  const queue: { line: string; go: () => void }[] = [];
  return {
    wait(network: string): Promise<void> {
      const line = networkLineOf(network);
      const own = queue.filter((one) => one.line === line).length;
      if (queue.length >= places || (line !== "" && own >= share)) return Promise.reject(tooBusy());
      return new Promise((go) => queue.push({ line, go }));
    },
    take: () => queue.shift()?.go,
  };
}

function tooBusy(): DomainError {
  return new DomainError("too-busy", "Many people are signing in just now. Please try again in a moment.", {
    detail: 2,
  });
}
