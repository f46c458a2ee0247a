import { closeSync, fsyncSync, openSync } from "node:fs";

/** A file, or the names in a folder, so that both survive a loss of power. */
export function forceToDisk(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}
