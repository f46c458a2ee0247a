import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Keeps what must be read again from being read in a stolen database. */
export interface Encryption {
  encrypt(text: string): string;
  /** Throws when it was sealed with another secret, or changed. */
  decrypt(sealed: string): string;
  /** A code that only this secret makes of a text. */
  sign(text: string): string;
}

/**
 * AES-256-GCM and HMAC-SHA-256, with keys derived from the deployer's secret.
 * @param previous secrets from before a change; what they sealed is still opened
 */
export function createEncryption(secret: string, previous: readonly string[] = []): Encryption {
  const sealing = deriveKey(secret, "seal");
  const openers = [sealing, ...previous.map((one) => deriveKey(one, "seal"))];
  const signing = deriveKey(secret, "sign");
  return {
    encrypt: (text) => `${newest}.${ciphers[newest].seal(sealing, text).toString("base64url")}`,
    decrypt(sealed) {
      const { cipher, bytes } = readSealed(sealed);
      let failure: unknown;
      for (const key of openers) {
        try {
          return cipher.open(key, bytes);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },
    sign: (text) => createHmac("sha256", signing).update(text).digest("base64url"),
  };
}

interface Cipher {
  seal(key: Buffer, text: string): Buffer;
  open(key: Buffer, bytes: Buffer): string;
}

/** A random nonce of 96 bits, the tag, and the text. */
const aes256gcm: Cipher = {
  seal(key, text) {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  },
  open(key, bytes) {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  },
};

/**
 * By the mark in front of what each has sealed. A better one is put beside it as the newest: what is there is still opened,
 * and sealed anew by the next change of the secret.
 */
const ciphers = { "1": aes256gcm } as const;
const newest = "1";

/** What has no mark was sealed before there were any, with the first. */
function readSealed(sealed: string): { cipher: Cipher; bytes: Buffer } {
  const [mark, body] = sealed.includes(".") ? sealed.split(".", 2) : ["1", sealed];
  if (mark !== "1") throw new Error("This was sealed by a newer version of Frontdesk.");
  return {
    cipher: ciphers[mark],
    bytes: Buffer.from(body ?? "", "base64url"),
  };
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "frontdesk", purpose, 32));
}
