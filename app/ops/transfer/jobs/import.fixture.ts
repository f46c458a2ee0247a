import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { write } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import { type EngineName, makeMigrated } from "#tests/support/database.ts";
import { type ImportDependencies, runImports } from "./import-job.ts";
import { runImportSubprocess } from "./import-subprocess.ts";
import { confirmImport, findLatestImport, importFolderOf, newImportId, noteReceived } from "./imports.ts";

/** For tests: a site with imports, each in a subprocess as in production. */
export async function openImports(engine: EngineName) {
  const made = await makeMigrated(engine);
  const open = await openDatabase(made.env, "a test", () => {});
  const { db } = open;
  const { dataDir, databaseUrl, secret } = made.env;
  const now = () => new Date("2026-03-01T10:00:00.000Z");
  const actionContext = () => ({ actor: { id: "asha", requestId: "test" }, now: now() });
  const variables = {
    ...process.env,
    DATA_DIR: dataDir,
    PUBLIC_URL: "http://127.0.0.1:4000",
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(secret && { SECRET: secret }),
  };
  const parts: ImportDependencies = {
    db,
    env: { dataDir },
    folder: process.cwd(),
    variables,
    canBackUp: false,
    clock: { now },
    log: createLogger({ level: "silent" }),
  };
  const step = (more: Partial<ImportDependencies> = {}, signal = new AbortController().signal) =>
    runImports({ ...parts, ...more }, signal);
  /** Includes discarded imports. */
  const newest = () =>
    db.query.selectFrom("imports").selectAll().orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
  const current = async () => {
    const row = await findLatestImport(db);
    if (!row) throw new Error("There is no import.");
    return row;
  };
  return {
    db,
    dataDir,
    parts,
    actionContext,
    step,
    current,
    runSubprocess: runImportSubprocess,
    /** Stores a file as if it were uploaded, and runs the dry run. */
    async look(name: string, content: string | Uint8Array, more: Partial<ImportDependencies> = {}) {
      const id = newImportId();
      const folder = importFolderOf(dataDir, id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `export${name.slice(name.lastIndexOf("."))}`), content);
      const received = { id, fileName: name, bytes: content.length, pictures: null };
      await write(db, (tx) => noteReceived(tx, received, actionContext()));
      await step(more);
      const row = await newest();
      return { ...row, findings: row.findings === "" ? null : JSON.parse(row.findings) };
    },
    async confirm(replaces = false, acceptsLosses = false) {
      const { id } = await current();
      await write(db, (tx) =>
        confirmImport(tx, id, { replaces, backsUp: false, acceptsLosses }, actionContext()),
      );
    },
    async titles() {
      const rows = await db.query.selectFrom("entries").select("title").orderBy("title").execute();
      return rows.map(({ title }) => title);
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      await made.remove();
    },
  };
}

/** Changed fields of the central directory of a ZIP file. */
interface DirectoryOverrides {
  sealed?: boolean;
  bytes?: number;
  hasUtf8Flag?: boolean;
  /** The name of each file. */
  nameBytes?: Buffer;
  /** Extra fields of each file. */
  extra?: Buffer;
}

/** A ZIP file of these files. @param overrides changed fields of its central directory */
export function zipOf(
  files: Record<string, string | Uint8Array>,
  overrides: DirectoryOverrides = {},
): Buffer {
  const { hasUtf8Flag = true, extra = Buffer.alloc(0) } = overrides;
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = overrides.nameBytes ?? Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(nameBytes.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((hasUtf8Flag ? 0x800 : 0) | (overrides.sealed ? 1 : 0), 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(overrides.bytes ?? bytes.length, 24);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, nameBytes, extra);
    parts.push(head, nameBytes, packed);
    offset += 30 + nameBytes.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
