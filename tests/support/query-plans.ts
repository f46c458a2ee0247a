import { StatementSync } from "node:sqlite";
import { sql } from "kysely";
import { onTestFinished, vi } from "vitest";
import type { Database } from "#app/database/database.ts";

export interface QueryPlan {
  text: string;
  /** How SQLite answers it, a step a line: "SEARCH …" by an index, "SCAN …" from end to end. */
  plan: string;
}

/** The statements that SQLite is asked meanwhile, each once. */
export async function planQueries(db: Database, run: () => Promise<unknown>): Promise<QueryPlan[]> {
  const spies = (["all", "run", "iterate"] as const).map((way) => vi.spyOn(StatementSync.prototype, way));
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  await run();
  // Only a statement has been called by these names.
  const statements = spies.flatMap((spy) => spy.mock.contexts as StatementSync[]);
  const texts = [...new Set(statements.map(({ sourceSQL }) => sourceSQL))];
  return Promise.all(texts.map(async (text) => ({ text, plan: await readPlan(db, text) })));
}

async function readPlan({ query }: Database, text: string): Promise<string> {
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(query);
  return rows.map(({ detail }) => detail).join("\n");
}
