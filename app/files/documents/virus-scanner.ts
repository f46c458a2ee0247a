import { createConnection, type NetConnectOpts } from "node:net";
import { DomainError } from "#app/platform/domain-error.ts";
import type { FileStore } from "../store/store.ts";
import { refuseFile } from "../upload/accepted-file.ts";

/** The deployer's virus scanner. */
export interface VirusScanner {
  /** Throws a DomainError in words for a file in which something was found, and where no answer came: then nothing is kept. */
  check(bytes: Uint8Array): Promise<void>;
}

/** As clamd takes them: a length before each piece, and a piece of no length at the end. */
const pieceBytes = 64 * 1024;
/** What clamd answers is one line. */
const mostAnswer = 1000;

/**
 * Asks ClamAV's daemon by its INSTREAM command (https://docs.clamav.net/manual/Usage/Scanning.html, clamd(8)).
 * @param waitMs for the whole of it; clamd ends a scan by itself after two minutes
 */
export function openClamd(
  address: NetConnectOpts,
  { waitMs = 60_000, onAway }: { waitMs?: number; onAway?: (error: unknown) => void } = {},
): VirusScanner {
  return {
    async check(bytes) {
      const answer = await ask(address, bytes, waitMs).catch((error: unknown) => {
        onAway?.(error);
        throw away;
      });
      if (/^stream: OK$/.test(answer)) return;
      const found = /^stream: ([\w.:/()-]{1,100}) FOUND$/.exec(answer)?.[1];
      if (found) throw refuseFile(`The virus scanner refuses this file: it found ${found}.`);
      onAway?.(new Error(`clamd answered ${JSON.stringify(answer)}`));
      throw away;
    },
  };
}

/** The store, with every document looked through before it is kept; what else is kept was drawn anew from its pixels. */
export function scanDocuments(store: FileStore, scanner: VirusScanner): FileStore {
  return {
    ...store,
    async put(name, bytes) {
      if (name.endsWith(".pdf")) await scanner.check(bytes);
      await store.put(name, bytes);
    },
  };
}

const away = new DomainError(
  "unavailable",
  "The virus scanner gives no answer, so nothing was kept. Try again in a minute, or tell whoever runs this server.",
);

function ask(address: NetConnectOpts, bytes: Uint8Array, waitMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = createConnection(address);
  const timer = setTimeout(() => socket.destroy(new Error(`clamd gave no answer in ${waitMs} ms`)), waitMs);
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => {
    answer += part;
    if (answer.length > mostAnswer) socket.destroy(new Error("clamd answered more than a line"));
  });
  socket.on("error", reject);
  // It may answer and close before it has read everything, such as when a file is too large for it.
  socket.on("close", () => {
    clearTimeout(timer);
    if (answer === "") reject(new Error("clamd closed without an answer"));
    else resolve(answer.replace(/[\0\n]+$/, ""));
  });
  socket.write("zINSTREAM\0");
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    socket.write(lengthOf(piece.byteLength));
    socket.write(piece);
  }
  socket.end(lengthOf(0));
  return promise;
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}
