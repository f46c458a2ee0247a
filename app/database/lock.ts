import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PlainError } from "#app/platform/plain-error.ts";

/** Holds a data folder for one process until it ends, however it ends. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder, or throws naming the process that has it.
 * The lock itself is the operating system's (SQLite's exclusive lock), so that a killed process never leaves one behind.
 */
export function lockFolder(folder: string, holder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const note = join(folder, "lock.json");
  const file = new DatabaseSync(join(folder, "lock"), { timeout: 0 });
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE;");
  } catch {
    file.close();
    throw new FolderTaken(folder, readNote(note));
  }
  writeFileSync(note, JSON.stringify({ pid: process.pid, holder, since: new Date().toISOString() }));
  return {
    release() {
      rmSync(note, { force: true });
      file.close();
    },
  };
}

export class FolderTaken extends PlainError {
  override name = "FolderTaken";

  constructor(folder: string, by: string) {
    super(
      `The data folder ${folder} is in use by ${by}. Stop that first, or set DATA_DIR to another folder.`,
    );
  }
}

function readNote(path: string): string {
  try {
    const { pid, holder, since } = JSON.parse(readFileSync(path, "utf8"));
    return `${holder} (process ${pid}, since ${since})`;
  } catch {
    return "another process";
  }
}
