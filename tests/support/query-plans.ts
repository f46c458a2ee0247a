import { StatementSync } from "node:sqlite";
import { sql } from "kysely";
import { onTestFinished, vi } from "vitest";
import type { Database } from "#app/platform/database/database.ts";

export interface QueryPlan {
  text: string;
  /** SQLite's query plan, one step per line: "SEARCH …" uses an index, "SCAN …" reads the whole table. */
  plan: string;
}

/** Different statements that SQLite runs during a call, with their plans. */
export async function planQueries(db: Database, run: () => Promise<unknown>): Promise<QueryPlan[]> {
  const spies = (["all", "run", "iterate"] as const).map((method) =>
    vi.spyOn(StatementSync.prototype, method),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  await run();
  // The spied methods exist on statements only.
  const statements = spies.flatMap((spy) => spy.mock.contexts as StatementSync[]);
  const texts = [...new Set(statements.map(({ sourceSQL }) => sourceSQL))];
  return Promise.all(texts.map(async (text) => ({ text, plan: await readPlan(db, text) })));
}

async function readPlan({ query }: Database, text: string): Promise<string> {
  const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${text}`).execute(query);
  return rows.map(({ detail }) => detail).join("\n");
}
