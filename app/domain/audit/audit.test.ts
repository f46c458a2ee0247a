import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "../../../tests/support/database.ts";
import { type AuditFilter, listActions, listAuditRows, listAuditRowsAround, recordAudit } from "./audit.ts";

async function openAuditDatabase(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const { db } = open;
  await write(db, async (tx) => {
    for (let n = 0; n < 30; n += 1) {
      const id = n % 3 ? "nadia" : "rahim";
      const action = n % 2 ? "blog.save" : "banned";
      await recordAudit(tx, { id, requestId: `r-${n}` }, action, `entry-${n % 5}`, `${n}`);
    }
  });
  // One minute between actions, for a stable order.
  for (let n = 0; n < 30; n += 1)
    await db.query
      .updateTable("audit")
      .set({ at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString() })
      .where("detail", "=", `${n}`)
      .execute();
  const list = async (filter: AuditFilter) => {
    const all: number[] = [];
    let after: string | undefined;
    do {
      const page = await listAuditRows(db, { ...filter, limit: 4, after });
      all.push(...page.rows.map(({ detail }) => Number(detail)));
      after = page.next ?? undefined;
    } while (after);
    return all;
  };
  return { open, db, list };
}

test.each(engines)("%s: S5 lists rows page by page and combines filters", async (engine) => {
  const { open, db, list } = await openAuditDatabase(engine);
  await using _ = open;
  const all = Array.from({ length: 30 }, (_, n) => 29 - n);
  expect(await list({})).toEqual(all);
  expect(await list({ actor: "rahim" })).toEqual(all.filter((n) => n % 3 === 0));
  expect(await list({ actor: "rahim", action: "banned" })).toEqual(all.filter((n) => n % 6 === 0));
  expect(await list({ subject: "entry-2", action: "blog.save" })).toEqual(
    all.filter((n) => n % 5 === 2 && n % 2),
  );
  const span = { from: "2026-01-01T00:10:00.000Z", to: "2026-01-01T00:13:00.000Z" };
  expect(await list(span)).toEqual([12, 11, 10]);
  expect(await list({ actor: "nobody" })).toEqual([]);
  expect(await listActions(db)).toEqual(["banned", "blog.save"]);
  const around = await listAuditRowsAround(db, "entry-1", 3);
  expect(around.map(({ detail }) => detail)).toEqual(["26", "21", "16"]);
});

test.each(engines)("%s: uses an index for every filter", async (engine) => {
  const { open, db } = await openAuditDatabase(engine);
  await using _ = open;
  await insertRows(db, 20_000);
  const filters: AuditFilter[] = [
    {},
    { actor: "a-1" },
    { action: "rare" },
    { actor: "a-1", action: "rare" },
    { subject: "s-1" },
  ];
  for (const filter of filters) {
    const plan = await explainQuery(db, filter);
    expect([filter, plan]).toEqual([filter, expect.stringMatching(/audit_(listed|by|what|by_what|about)\b/)]);
    expect([filter, plan]).toEqual([filter, expect.not.stringMatching(/seq scan/i)]);
  }
});

async function insertRows(db: Database, count: number) {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
  const text =
    db.dialect.name === "sqlite"
      ? sql`printf('2025-01-01T%09d', i)`
      : sql`'2025-01-01T' || lpad(i::text, 9, '0')`;
  await sql`insert into audit (id, at, actor, action, subject, detail, request_id) ${numbers}
    select 'x-' || i, ${text}, 'a-' || (i % 40), 'd-' || (i % 50), 's-' || (i % 5000), '', '' from n`.execute(
    db.query,
  );
  await sql`analyze`.execute(db.query);
}

async function explainQuery(db: Database, { actor, action, subject }: AuditFilter): Promise<string> {
  let query = db.query.selectFrom("audit").selectAll().orderBy("at", "desc").orderBy("id", "desc").limit(51);
  if (actor) query = query.where("actor", "=", actor);
  if (action) query = query.where("action", "=", action);
  if (subject) query = query.where("subject", "=", subject);
  const plan = db.dialect.name === "sqlite" ? sql`query plan` : undefined;
  return JSON.stringify(await query.explain(undefined, plan));
}
