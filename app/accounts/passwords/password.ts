import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { DomainError } from "#app/platform/domain-error.ts";
import { networkLineOf } from "#app/platform/limits/client-network.ts";

/** Whose work it is, as far as its turn is concerned. */
export interface Caller {
  /** As in `ClientContext`; empty for the site's own work, which has no share to keep to. */
  network: string;
  /** A browser its person has used before, somebody signed in, or the holder of a mailed link: they wait apart. */
  isKnown: boolean;
}

const derive = promisify(argon2);
const memory = 19_456;
const passes = 2;

/** Hashing runs beside the event loop, and leaves it a core: at most two at once, one where there are but two cores. */
const inTurn = createFairQueue({
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 16,
  share: 4,
});

/** Commands, the first start, and whatever nobody has sent. */
const theSite: Caller = {
  network: "",
  isKnown: false,
};

/**
 * @param caller who sent it
 * @returns argon2id as a PHC string; throws a DomainError "too-busy" when too many wait already.
 */
export async function hashPassword(password: string, caller: Caller = theSite): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(caller, () => deriveKey(password, salt, memory, passes));
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * Whether it is the password; without a hash the answer is no, after the same work.
 * Throws a DomainError "too-busy" when too many wait already.
 */
export async function isPassword(
  password: string,
  phc: string | null,
  caller: Caller = theSite,
): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(phc ?? nobody);
  if (!parsed) return false;
  const [, m, t, salt = "", hash = ""] = parsed;
  const expected = Buffer.from(hash, "base64");
  const found = await inTurn(caller, () =>
    deriveKey(password, Buffer.from(salt, "base64"), Number(m), Number(t)),
  );
  return timingSafeEqual(found, expected) && phc !== null;
}

/** Whether it was hashed with less work than now. */
export function isDated(phc: string): boolean {
  return !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=1$`);
}

/** One form for every way of typing it (NFKC), as the compare must not depend on the keyboard. */
function deriveKey(password: string, nonce: Buffer, m: number, t: number): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return derive("argon2id", { message, nonce, parallelism: 1, tagLength: 32, memory: m, passes: t });
}

function bare(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

const nobody = `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(Buffer.alloc(16))}$${bare(Buffer.alloc(32))}`;

interface Bounds {
  /** Works at a time. */
  atOnce: number;
  /** Places to wait in, of each of the two lanes. */
  waiting: number;
  /** Of these, how many one network may have. */
  share: number;
}

/**
 * Runs at most `atOnce` works at a time and lets few wait; the rest is refused at once as "too-busy". Known callers and
 * strangers wait in lanes of their own, served by turns, and no network can have all places of a lane: so nobody closes the
 * door to everybody.
 */
function createFairQueue({ atOnce, waiting, share }: Bounds) {
  const known = createLane(waiting, share);
  const strangers = createLane(waiting, share);
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
