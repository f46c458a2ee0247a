import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sha256Of } from "../file/format.ts";

const written = z.object({
  set: z.string(),
  /** The stored name of the base. */
  base: z.string(),
  baseBytes: z.number(),
  /** Where it lies, for people: another place needs another base. */
  place: z.string(),
  /** SHA-256 of the key it is sealed with; empty without one. */
  key: z.string(),
  /** The whole backup that the set stands on. */
  backup: z.string(),
  pageSize: z.number(),
  /** SHA-256 of the hashes of the base's pages, which lie in a file beside this. */
  hashes: z.string(),
  /** Stored files that are in the whole backup, or in one of files of this set. */
  files: z.array(z.string()),
});

/** What this machine knows of the set it adds to. It is no part of any backup: lost, it costs a new base. */
export type IncrementState = z.infer<typeof written>;

/** Null when there is none, or it is not whole. */
export function readState(folder: string): { state: IncrementState; hashes: Buffer } | null {
  try {
    const state = written.parse(JSON.parse(readFileSync(join(folder, stateName), "utf8")));
    const hashes = readFileSync(join(folder, hashesName));
    return sha256Of(hashes) === state.hashes ? { state, hashes } : null;
  } catch {
    return null;
  }
}

/** @param hashes of the base's pages; null when they are those that are kept */
export function keepState(folder: string, state: IncrementState, hashes: Buffer | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (hashes) replace(join(folder, hashesName), hashes);
  replace(join(folder, stateName), JSON.stringify(state));
}

export function forgetState(folder: string): void {
  rmSync(join(folder, stateName), { force: true });
}

const stateName = "state.json";
const hashesName = "base.hashes";

function replace(path: string, content: Buffer | string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
