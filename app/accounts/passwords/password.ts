import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { type Asker, createFairQueue } from "./fair-queue.ts";

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
const theSite: Asker = {
  network: "",
  isKnown: false,
};

/**
 * @param asker who sent it
 * @returns argon2id as a PHC string; throws a DomainError "too-busy" when too many wait already.
 */
export async function hashPassword(password: string, asker: Asker = theSite): Promise<string> {
  const salt = randomBytes(16);
  const hash = await inTurn(asker, () => deriveKey(password, salt, memory, passes));
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${bare(salt)}$${bare(hash)}`;
}

/**
 * Whether it is the password; without a hash the answer is no, after the same work.
 * Throws a DomainError "too-busy" when too many wait already.
 */
export async function isPassword(
  password: string,
  phc: string | null,
  asker: Asker = theSite,
): Promise<boolean> {
  const parsed = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/.exec(phc ?? nobody);
  if (!parsed) return false;
  const [, m, t, salt = "", hash = ""] = parsed;
  const expected = Buffer.from(hash, "base64");
  const found = await inTurn(asker, () =>
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
