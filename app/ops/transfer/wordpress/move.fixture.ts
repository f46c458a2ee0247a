import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { type AnyImport, importAny, tryImport } from "#app/ops/transfer/import-any.ts";
import { type EngineName, openTestDatabase } from "#tests/support/database.ts";

export const fixture = join(import.meta.dirname, "../../../../tests/fixtures/wordpress/river-lamps.xml");
const now = new Date("2026-03-01T10:00:00.000Z");

/** For tests: a site, and a WordPress export with two pictures; `move` imports it. */
export async function openMove(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-wordpress-"));
  const store = await openDiskStore(join(folder, "files"));
  const path = join(folder, "river-lamps.xml");
  cpSync(fixture, path);
  const uploads = join(folder, "uploads");
  mkdirSync(join(uploads, "2024/03"), { recursive: true });
  const draw = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } }).png();
  await draw("gold").toFile(join(uploads, "2024/03/cover.png"));
  await draw("brown").jpeg().toFile(join(uploads, "2024/03/lamp.jpg"));
  const close = async () => {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const options: AnyImport = {
    actor: { id: "import", requestId: "test" },
    now,
    reportFolder: folder,
    uploads,
  };
  const move = (more: Partial<AnyImport> = {}, file = path) =>
    importAny(open.db, store, file, { ...options, ...more });
  const moveParts = (files: [string, ...string[]]) => importAny(open.db, store, files, options);
  const trial = () => tryImport(open.db, path, options);
  return { db: open.db, store, folder, path, uploads, move, moveParts, trial, [Symbol.asyncDispose]: close };
}
