import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect } from "kysely";
import type { Schema } from "#app/platform/database/schema.ts";
import type { Connection } from "../engine.ts";
import { sqliteBackup } from "./backup.ts";
import { sqliteChanges } from "./changes.ts";
import { sqliteDialect } from "./dialect.ts";
import { busyTimeoutMs, sqliteFile } from "./file.ts";
import { sqliteLocks } from "./locks.ts";
import { sqliteSearch } from "./search.ts";

/** Opens the embedded database: committed writes are durable (WAL, synchronous FULL), deleted rows are overwritten (secure_delete). */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): Connection {
  const file = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs });
  if (!options.readOnly)
    file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;");
  file.exec("PRAGMA foreign_keys = ON; PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY;");
  const query = new Kysely<Schema>({ dialect: new EmbeddedDialect({ database: forKysely(file) }) });
  const databaseFile = sqliteFile(query, file, { path, isReadOnly: options.readOnly ?? false });
  return {
    query,
    dialect: sqliteDialect,
    search: sqliteSearch,
    locks: sqliteLocks(query),
    changes: sqliteChanges(),
    backup: sqliteBackup(query),
    file: databaseFile,
    pool: null,
    // SQLite deletes the write-ahead log by its name, which may belong to the file that replaced this one.
    async close() {
      if (databaseFile.readLoss() !== "replaced") await query.destroy();
    },
  };
}

/** Enables transactions for migrations, which SQLite supports and Kysely's adapter disables. */
class EmbeddedDialect extends SqliteDialect {
  override createAdapter() {
    return new EmbeddedAdapter();
  }
}

class EmbeddedAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

const emptyStatement: ReturnType<SqliteDatabase["prepare"]> = {
  reader: false,
  all: () => [],
  run: () => ({
    changes: 0,
    lastInsertRowid: 0,
  }),
  iterate: () => [][Symbol.iterator](),
};

/** Adapts node:sqlite to Kysely; statements are cached, since preparing costs more than running. */
function forKysely(file: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (text: string) => {
    const statement = file.prepare(text);
    const bind = (values: readonly unknown[]) => values as SQLInputValue[]; // Kysely passes only values of the schema's types
    return {
      reader: statement.columns().length > 0,
      all: (values: readonly unknown[]) => statement.all(...bind(values)),
      run: (values: readonly unknown[]) => statement.run(...bind(values)),
      iterate: (values: readonly unknown[]) => statement.iterate(...bind(values)),
    };
  };
  const cache = (text: string) => {
    const statement = prepare(text);
    if (statements.size > 500) statements.clear();
    statements.set(text, statement);
    return statement;
  };
  return {
    close: () => file.close(),
    prepare(text) {
      // A full disk has already rolled back; a failing second rollback would hide the cause.
      if (text === "rollback" && !file.isTransaction) return emptyStatement;
      return statements.get(text) ?? cache(text);
    },
  };
}
