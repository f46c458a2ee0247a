import { closeSync, openSync, readSync, statfsSync, unlinkSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { openForReading } from "#app/database/open.ts";
import { openFilesOfSite } from "#app/files/store/open-store.ts";
import { exportOrder } from "#app/imports/export-subprocess.ts";
import { newId } from "#app/platform/id.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { writeJson } from "#app/transfer/bundle/export.ts";

/**
 * `node cli/export-subprocess.ts ORDER`: what the site runs for an export from the dashboard; the file goes to the standard output.
 * The texts are gathered in a file without a name first, so that a slow reader never holds a moment of the database open.
 */
const standardOutput = 1;
/** Bytes of the disk that are left to the site. */
const reserve = 200_000_000;
// The site goes first.
setPriority(10);
try {
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  const { withPeople, blankEveryMs } = exportOrder.parse(JSON.parse(process.argv[2] ?? ""));
  await using open = await openForReading(env);
  const { store } = await openFilesOfSite(env, open.db);
  const spool = openSpool(env.dataDir);
  let saidAt = performance.now();
  await writeJson(
    open.db,
    store,
    { withPeople },
    {
      text(text) {
        spool.add(text);
        if (performance.now() - saidAt < blankEveryMs) return;
        saidAt = performance.now();
        send("\n");
      },
      textsAreWhole() {
        spool.sendAll();
      },
      file: send,
    },
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** Waits until it has been read. */
function send(bytes: string | Uint8Array): void {
  writeFileSync(standardOutput, bytes);
}

/** A file that nobody else can open, and that is gone with this process however it ends. */
function openSpool(folder: string) {
  const path = join(folder, `.export-${newId()}`);
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  let unchecked = Number.POSITIVE_INFINITY;
  return {
    add(text: string) {
      unchecked += text.length;
      if (unchecked > 16_000_000) {
        const { bavail, bsize } = statfsSync(folder);
        if (bavail * bsize < reserve) throw new Error("The server’s disk has too little room for an export.");
        unchecked = 0;
      }
      writeFileSync(file, text);
    },
    sendAll() {
      const piece = Buffer.alloc(65_536);
      for (let at = 0; ; ) {
        const count = readSync(file, piece, 0, piece.length, at);
        if (count === 0) break;
        send(piece.subarray(0, count));
        at += count;
      }
      closeSync(file);
    },
  };
}
