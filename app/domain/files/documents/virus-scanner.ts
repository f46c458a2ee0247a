import { createConnection, type NetConnectOpts } from "node:net";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { FileStore } from "../store/store.ts";
import { refuseFile } from "../upload/accepted-file.ts";

/** The deployer's virus scanner. */
export interface VirusScanner {
  /**
   * Throws a `DomainError` if the scanner finds something or does not answer; the file is then not
   * stored.
   */
  check(bytes: Uint8Array): Promise<void>;
}

/** Chunk size; clamd expects a length before each chunk and a zero length at the end. */
const chunkBytes = 64 * 1024;
/** Maximum length of clamd's answer, which is one line. */
const maxAnswerLength = 1000;

/**
 * Connects to ClamAV's daemon by its INSTREAM command
 * (https://docs.clamav.net/manual/Usage/Scanning.html, clamd(8)). `waitMs` limits the whole scan;
 * clamd itself allows two minutes.
 */
export function openClamd(
  address: NetConnectOpts,
  { waitMs = 60_000, onAway }: { waitMs?: number; onAway?: (error: unknown) => void } = {},
): VirusScanner {
  return {
    async check(bytes) {
      const answer = await scan(address, bytes, waitMs).catch((error: unknown) => {
        onAway?.(error);
        throw unavailable;
      });
      if (/^stream: OK$/.test(answer)) return;
      const found = /^stream: ([\w.:/()-]{1,100}) FOUND$/.exec(answer)?.[1];
      if (found) throw refuseFile(`The virus scanner refuses this file: it found ${found}.`);
      onAway?.(new Error(`clamd answered ${JSON.stringify(answer)}`));
      throw unavailable;
    },
  };
}

/** Wraps a store to scan every document first. Other files are encoded here from pixels. */
export function scanDocuments(store: FileStore, scanner: VirusScanner): FileStore {
  return {
    ...store,
    async put(name, bytes) {
      if (name.endsWith(".pdf")) await scanner.check(bytes);
      await store.put(name, bytes);
    },
  };
}

const unavailable = new DomainError(
  "unavailable",
  "The virus scanner does not answer, so the file was not saved. Try again in a minute, or contact the administrator of this server.",
);

function scan(address: NetConnectOpts, bytes: Uint8Array, waitMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = createConnection(address);
  const timer = setTimeout(() => socket.destroy(new Error(`clamd gave no answer in ${waitMs} ms`)), waitMs);
  let answer = "";
  socket.setEncoding("utf8");
  socket.on("data", (part: string) => {
    answer += part;
    if (answer.length > maxAnswerLength) socket.destroy(new Error("clamd answered more than a line"));
  });
  socket.on("error", reject);
  // clamd may answer and close before it has read all, such as for a file that is too large.
  socket.on("close", () => {
    clearTimeout(timer);
    if (answer === "") reject(new Error("clamd closed without an answer"));
    else resolve(answer.replace(/[\0\n]+$/, ""));
  });
  socket.write("zINSTREAM\0");
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    socket.write(lengthOf(chunk.byteLength));
    socket.write(chunk);
  }
  socket.end(lengthOf(0));
  return promise;
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}
