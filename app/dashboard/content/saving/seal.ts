/** Keeps what the browser stores from being read by whoever does not have the key. */
export interface Seal {
  /** @param name where it is stored; it opens there alone */
  seal(text: string, name: string): Promise<string>;
  /** Null when it was sealed with another key or for another name, or changed. */
  open(sealed: string, name: string): Promise<string | null>;
}

/**
 * AES-256-GCM; what is sealed is a random nonce of 96 bits and the text, in base64.
 * @param key 32 bytes in base64
 * @returns null where the browser has no cryptography to offer: on plain http beyond this machine
 */
export function createSeal(key: string, subtle: SubtleCrypto | undefined = crypto.subtle): Seal | null {
  if (!subtle) return null;
  let imported: Promise<CryptoKey> | undefined;
  const cryptoKey = () => {
    imported ??= subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    return imported;
  };
  const cipher = (iv: BufferSource, name: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    async seal(text, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const body = new TextEncoder().encode(text);
      const sealed = await subtle.encrypt(cipher(nonce, name), await cryptoKey(), body);
      return toBase64(nonce) + toBase64(new Uint8Array(sealed));
    },
    async open(sealed, name) {
      try {
        const bytes = fromBase64(sealed);
        const nonce = bytes.subarray(0, nonceBytes);
        const body = bytes.subarray(nonceBytes);
        return new TextDecoder().decode(await subtle.decrypt(cipher(nonce, name), await cryptoKey(), body));
      } catch {
        return null;
      }
    },
  };
}

/** A multiple of three, so that its base64 needs no padding before what follows. */
const nonceBytes = 12;

/** Characters made at once: more arguments than this overflow the stack. */
const chunkLength = 0x80_00;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + chunkLength));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
