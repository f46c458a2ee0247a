import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { networkLineOf } from "#app/platform/limits/client-network.ts";

/** Caller for whom a password is hashed, used for fair queueing. */
export interface Caller {
  /** As in `ClientContext`; empty for the site's own work, which has no per-network limit. */
  network: string;
  /** Whether the caller has a known browser, a session or a mailed link; such callers wait in a separate queue. */
  isKnown: boolean;
}

const derive = promisify(argon2);
const memory = 19_456;
const passes = 2;

/** Hashing runs outside the event loop: two hashes at once, or one on two cores, so a core stays free. */
const enqueue = createFairQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 16,
  share: 4,
});

/** Commands, the first start, and work without a request. */
const theSite: Caller = {
  network: "",
  isKnown: false,
};

/**
 * Hashes a password with argon2id; returns a PHC string. Throws a DomainError "too-busy" if the queue is full.
 */
export async function hashPassword(password: string, caller: Caller = theSite): Promise<string> {
  const salt = randomBytes(16);
  const hash = await enqueue(caller, () => deriveKey(password, salt, memory, passes));
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * Whether the password matches; without a hash, false after the same work. Throws "too-busy" if the queue is full.
 */
export async function isPassword(
  password: string,
  phc: string | null,
  caller: Caller = theSite,
): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(phc ?? dummyHash);
  if (!parsed) return false;
  const [, m, t, salt = "", hash = ""] = parsed;
  const expected = Buffer.from(hash, "base64");
  const found = await enqueue(caller, () =>
    deriveKey(password, Buffer.from(salt, "base64"), Number(m), Number(t)),
  );
  return timingSafeEqual(found, expected) && phc !== null;
}

/** Whether the hash uses weaker parameters than the current ones. */
export function isDated(phc: string): boolean {
  return !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=1$`);
}

/** Normalizes with NFKC, so the comparison does not depend on the keyboard. */
function deriveKey(password: string, nonce: Buffer, m: number, t: number): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return derive("argon2id", { message, nonce, parallelism: 1, tagLength: 32, memory: m, passes: t });
}

function bare(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

const dummyHash = `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(Buffer.alloc(16))}$${bare(Buffer.alloc(32))}`;

interface Bounds {
  /** Maximum number of concurrent jobs. */
  atOnce: number;
  /** Capacity of each of the two queues. */
  waiting: number;
  /** Maximum number of waiting jobs for one network. */
  share: number;
}

/**
 * Runs at most `atOnce` jobs, queues a few and rejects the rest as "too-busy". Known callers and strangers have
 * separate queues, served alternately, and a network can fill only part of a queue.
 */
function createFairQueue({ atOnce, waiting, share }: Bounds) {
  const known = createQueue(waiting, share);
  const strangers = createQueue(waiting, share);
  let running = 0;
  let isKnownNext = true;

  const takeNext = () => {
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known];
    isKnownNext = !isKnownNext;
    return first.take() ?? second.take();
  };

  return async <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await (caller.isKnown ? known : strangers).wait(caller.network);
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

function createQueue(places: number, share: number) {
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
  return new DomainError("too-busy", "Many people are signing in now. Please try again in a moment.", {
    detail: 2,
  });
}
