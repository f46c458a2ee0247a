import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";

interface AuthenticatorOptions {
  /** Whether the device verified its owner by fingerprint or code. */
  verifiesUser?: boolean;
  origin?: string;
  /** Signature counter; most devices always report 0. */
  counter?: number;
  /** Key of an earlier device, from `keep`. */
  stored?: { id: string; privateKey: string };
}

/** Device that holds one passkey (WebAuthn, ES256, no attestation). */
export function createAuthenticator(
  rpId = "www.company.example",
  { verifiesUser = true, origin, counter = 0, stored }: AuthenticatorOptions = {},
) {
  const privateKey = stored
    ? createPrivateKey(stored.privateKey)
    : generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const { x = "", y = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const credentialId = stored ? Buffer.from(stored.id, "base64url") : randomBytes(32);
  const id = credentialId.toString("base64url");
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? `https://${rpId}`, crossOrigin: false }));
  const data = (flags: number, rest = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags | (verifiesUser ? 4 : 0), 0, 0, 0, counter]), rest]);
  const response = (parts: Record<string, Buffer>) => ({
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  });
  return {
    keep: () => ({ id, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() }),
    create({ challenge }: { challenge: string }) {
      const key = cose(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
      const credentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 32]), credentialId, key]);
      const clientDataJSON = clientData("webauthn.create", challenge);
      return response({ clientDataJSON, attestationObject: attestation(data(0x41, credentialData)) });
    },
    get({ challenge }: { challenge: string }) {
      const authenticatorData = data(0x01);
      const clientDataJSON = clientData("webauthn.get", challenge);
      const signature = sign(
        "sha256",
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return response({ authenticatorData, clientDataJSON, signature });
    },
  };
}

function sha256(value: string | Buffer): Buffer {
  return createHash("sha256").update(value).digest();
}

/** CBOR of `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function cose(x: Buffer, y: Buffer): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
  return Buffer.concat([head, x, Buffer.from([0x22, 0x58, 0x20]), y]);
}

/** CBOR of `{fmt: "none", attStmt: {}, authData}`. */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const bytes = Buffer.concat([Buffer.from([0x58, authData.length]), authData]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    bytes,
  ]);
}
