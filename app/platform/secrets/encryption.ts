import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts stored values, so that a stolen database does not reveal them. */
export interface Encryption {
  encrypt(text: string): string;
  /** Throws when the text was encrypted with another secret, or changed. */
  decrypt(sealed: string): string;
  /** Returns a message authentication code of the text. */
  sign(text: string): string;
}

/**
 * Creates AES-256-GCM encryption and HMAC-SHA-256 signatures with keys derived from the deployer's secret.
 * @param previous former secrets, used only to decrypt
 */
export function createEncryption(secret: string, previous: readonly string[] = []): Encryption {
  const encryptionKey = deriveKey(secret, "seal");
  const decryptionKeys = [encryptionKey, ...previous.map((one) => deriveKey(one, "seal"))];
  const signingKey = deriveKey(secret, "sign");
  return {
    encrypt: (text) => `${newest}.${ciphers[newest].seal(encryptionKey, text).toString("base64url")}`,
    decrypt(sealed) {
      const { cipher, bytes } = readSealed(sealed);
      let failure: unknown;
      for (const key of decryptionKeys) {
        try {
          return cipher.open(key, bytes);
        } catch (error) {
          failure ??= error;
        }
      }
      throw failure;
    },
    sign: (text) => createHmac("sha256", signingKey).update(text).digest("base64url"),
  };
}

interface Cipher {
  seal(key: Buffer, text: string): Buffer;
  open(key: Buffer, bytes: Buffer): string;
}

/** Output: a random nonce of 96 bits, the tag, and the encrypted text. */
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
 * Ciphers by the number in front of the encrypted text. A new cipher gets its own number and becomes `newest`;
 * stored values are encrypted with it at the next change of the secret.
 */
const ciphers = { "1": aes256gcm } as const;
const newest = "1";

/** Text without a number was encrypted by an early version with cipher 1. */
function readSealed(sealed: string): { cipher: Cipher; bytes: Buffer } {
  const [cipherNumber, body] = sealed.includes(".") ? sealed.split(".", 2) : ["1", sealed];
  if (cipherNumber !== "1") throw new Error("This value was encrypted by a newer version of Frontdesk.");
  return {
    cipher: ciphers[cipherNumber],
    bytes: Buffer.from(body ?? "", "base64url"),
  };
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "frontdesk", purpose, 32));
}
