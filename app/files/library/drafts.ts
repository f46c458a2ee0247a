import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { StoreDraft } from "../store/store.ts";

/** A folder for what is still being written or received. */
export interface Drafts {
  /** A path that nobody else writes to. */
  newPath(): string;
  receive(chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft>;
  tidy(now: Date): Promise<void>;
}

/** Longer than the slowest upload takes to come in and wait its turn. */
const draftMs = 20 * 60_000;

export async function openDrafts(folder: string): Promise<Drafts> {
  await mkdir(folder, { recursive: true });
  const newPath = () => join(folder, randomUUID());
  return { newPath, receive: (chunks) => receive(newPath(), chunks), tidy: (now) => tidy(folder, now) };
}

async function receive(path: string, chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft> {
  const drop = () => rm(path, { force: true });
  let size = 0;
  try {
    await using file = await open(path, "wx", 0o640);
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
  } catch (error) {
    await drop();
    throw error;
  }
  return { size, read: () => readFile(path), drop };
}

async function tidy(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - draftMs) await rm(path, { force: true });
  }
}
