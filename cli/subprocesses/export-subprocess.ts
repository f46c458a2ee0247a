import { closeSync, openSync, readSync, statfsSync, unlinkSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { writeJson } from "#app/ops/transfer/bundle/export.ts";
import { exportOrder } from "#app/ops/transfer/jobs/export-subprocess.ts";
import { openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/subprocesses/export-subprocess.ts ORDER`: writes an export for the dashboard to standard output. Texts go to an unnamed temporary
 * file first, so that a slow reader does not keep a database snapshot open.
 */
const standardOutput = 1;
/** Bytes of disk space that must stay free for the site. */
const reserve = 200_000_000;
// Requests of the site have priority.
setPriority(10);
try {
  const env = readEnv(process.env, join(import.meta.dirname, "../.."));
  const { withPeople, blankEveryMs } = exportOrder.parse(JSON.parse(process.argv[2] ?? ""));
  await using open = await openReadOnlyUnchecked(env);
  const { store } = await openFilesOfSite(env, open.db);
  const spool = openSpool(env.dataDir);
  let lastSentAt = performance.now();
  await writeJson(
    open.db,
    store,
    { withPeople },
    {
      text(text) {
        spool.add(text);
        if (performance.now() - lastSentAt < blankEveryMs) return;
        lastSentAt = performance.now();
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

/** Writes to standard output and blocks until the reader has received it. */
function send(bytes: string | Uint8Array): void {
  writeFileSync(standardOutput, bytes);
}

/** Unlinked private file that disappears with this process. */
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
        if (bavail * bsize < reserve)
          throw new Error("The server’s disk has too little space for an export.");
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
