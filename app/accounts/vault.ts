import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Keeps what must be read again from being read in a stolen database. */
export interface Vault {
  seal(text: string): string;
  /** Throws when it was sealed with another secret, or changed. */
  open(sealed: string): string;
  /** A code that only this secret makes of a text. */
  sign(text: string): string;
}

/** AES-256-GCM and HMAC-SHA-256, with keys derived from the deployer's secret. */
export function createVault(secret: string): Vault {
  const sealing = deriveKey(secret, "seal");
  const signing = deriveKey(secret, "sign");
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    sign: (text) => createHmac("sha256", signing).update(text).digest("base64url"),
  };
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "frontdesk", purpose, 32));
}
