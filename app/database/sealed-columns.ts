import { browserKeyFact } from "./installation.ts";
import type { Schema } from "./schema.ts";

/** A column whose values `Vault.seal` made; an empty text stands for nothing. */
export type SealedColumn = {
  [Table in keyof Schema]: {
    table: Table;
    column: Extract<keyof Schema[Table], string>;
    /** The primary key. */
    key: Extract<keyof Schema[Table], string>;
    /** The key of the one row whose value is sealed, where others are not. */
    only?: string;
    /** What becomes of a row that nobody can read any more: it goes, or it stays without these words (mail alone). */
    whenLost: Table extends "outbox" ? "empty" : "delete";
  };
}[keyof Schema];

/** Every column that only the deployer's secret can read: what a change of the secret has to write anew. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "outbox", column: "content", key: "id", whenLost: "empty" },
  { table: "second_steps", column: "secret", key: "user_id", whenLost: "delete" },
  { table: "second_steps", column: "recovery_codes", key: "user_id", whenLost: "delete" },
  { table: "signing_keys", column: "private_key", key: "id", whenLost: "delete" },
  { table: "installation", column: "value", key: "name", only: browserKeyFact, whenLost: "delete" },
];
