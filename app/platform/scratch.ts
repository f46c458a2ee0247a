import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** Longer than anything needs a folder of its own for. */
const oldMs = 6 * 3_600_000;

/** A folder on the disk of the data folder for as long as it is needed, gone with what is in it afterwards. */
export interface Scratch extends Disposable {
  path: string;
}

export function makeScratch(dataDir: string): Scratch {
  const folder = join(dataDir, "scratch");
  mkdirSync(folder, {
    recursive: true,
    mode: 0o700,
  });
  removeOld(folder);
  const path = mkdtempSync(join(folder, "s-"));
  return {
    path,
    [Symbol.dispose]: () =>
      rmSync(path, {
        recursive: true,
        force: true,
      }),
  };
}

/** What killed processes have left. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const about = statSync(path, { throwIfNoEntry: false });
    if (about && about.mtimeMs < Date.now() - oldMs)
      rmSync(path, {
        recursive: true,
        force: true,
      });
  }
}
