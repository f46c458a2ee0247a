import { StatementSync } from "node:sqlite";
import pg from "pg";
import { onTestFinished, vi } from "vitest";

/** SQL of transactions on either engine during a call, in order, without `begin` and `commit`. */
export async function recordStatements(run: () => Promise<unknown>): Promise<string[]> {
  const ofClient = new Map<object, string[]>();
  const statements: string[] = [];
  const record = (client: object, text: string) => {
    const open = ofClient.get(client);
    if (text.startsWith("begin")) ofClient.set(client, []);
    else if (text !== "commit" && text !== "rollback") open?.push(text);
    else {
      statements.push(...(open ?? []));
      ofClient.delete(client);
    }
  };
  const spies = [spyOnSqlite(record), spyOnPostgres(record)];
  const restore = () => {
    for (const spy of spies.flat()) spy.mockRestore();
  };
  onTestFinished(restore);
  await run();
  restore();
  return statements;
}

type Record = (client: object, text: string) => void;

/** Spies on the single connection of the embedded database. */
function spyOnSqlite(record: Record) {
  return (["all", "run", "iterate"] as const).map((method) => {
    const original = StatementSync.prototype[method];
    return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      record(StatementSync, this.sourceSQL);
      return Reflect.apply(original, this, values);
    });
  });
}

function spyOnPostgres(record: Record) {
  const original = pg.Client.prototype.query;
  return [
    vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      if (typeof args[0] === "string") record(this, args[0]);
      return Reflect.apply(original, this, args);
    } as typeof original),
  ];
}
