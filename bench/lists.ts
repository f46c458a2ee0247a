import { sql } from "kysely";
import { hashPassword } from "#app/accounts/passwords/password.ts";
import { atStart } from "#app/accounts/start-accounts.ts";
import { createUser, setPassword } from "#app/accounts/users.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { listForStaff } from "#app/content/staff-list/list-for-staff.ts";
import { type Database, write } from "#app/database/database.ts";
import { createRequestContext } from "#app/http/listener/request-context.ts";
import { systemClock } from "#app/platform/clock.ts";
import { type EngineName, engines, makeDatabase } from "../tests/support/database.ts";
import { cookiesOf } from "../tests/support/signed-in.ts";
import { type InProcess, openInProcess, publicUrl } from "./in-process.ts";
import { fillPosts } from "./list-filling.ts";

export interface ListCost {
  engine: EngineName;
  what: string;
  /** Milliseconds until a screen is answered, for each number of entries. */
  costs: number[];
}

/** How long the dashboard's list takes to answer, whole screens and all, with more and more entries. */
export async function measureLists(sizes: readonly number[]): Promise<ListCost[]> {
  const rows = new Map<string, ListCost>();
  for (const engine of engines)
    for (const size of sizes) {
      const made = await makeDatabase(engine);
      await using site = await openInProcess({ sample: false, databaseUrl: made.env.databaseUrl });
      const { seldom } = await fillPosts(site.db, size);
      if (engine === "postgres") await analyze(site.db);
      const cookie = await signIn(site);
      for (const [what, query] of await queriesFor(site.db, seldom)) {
        const cost = await timeOf(site, `/dashboard/manageblog${query}`, cookie);
        const row = rows.get(`${engine} ${what}`) ?? { engine, what, costs: [] };
        rows.set(`${engine} ${what}`, { ...row, costs: [...row.costs, cost] });
      }
      await made.remove();
    }
  return [...rows.values()];
}

/** What PostgreSQL does by itself within a minute. */
function analyze({ query }: Database): Promise<void> {
  return query.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}

async function queriesFor(db: Database, seldom: string): Promise<[string, string][]> {
  let after: string | null = null;
  for (let n = 0; n < 5; n += 1)
    after = (await listForStaff(db, blog, {}, after === null ? {} : { after })).next;
  return [
    ["as it opens", ""],
    ["its sixth page", `?after=${after}`],
    ["by title", "?sort=title"],
    ["drafts by publication", "?state=draft&sort=published"],
    ["a large category", "?category=Engineering"],
    ["a small category, by title", `?category=${seldom}&sort=title`],
    ["an author of few, by title", "?author=author-seldom&sort=title"],
    ["a search, one hit", "?q=needle"],
    ["a search, many hits", "?q=ledg"],
    ["a Bangla search", `?q=${encodeURIComponent("নদী")}`],
    [
      "search, category, state and days",
      "?q=the&category=Engineering&state=published&from=2018-01-01&sort=title",
    ],
  ];
}

const person = { email: "asha@kolpona.example", password: "seven green mango crates" };

async function signIn({ db, application }: InProcess): Promise<string> {
  const hash = await hashPassword(person.password);
  const here = atStart({ clock: systemClock });
  await write(db, async (tx) => {
    const { id } = await createUser(tx, here, {
      name: "Asha",
      email: person.email,
      role: "editor",
      by: "bench",
    });
    await setPassword(tx, here, id, hash);
  });
  const answer = await application(
    new Request(new URL("/api/auth/sign-in", publicUrl), {
      method: "POST",
      headers: { "content-type": "application/json", origin: publicUrl.origin },
      body: JSON.stringify(person),
    }),
    aVisit(),
  );
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`);
  return cookiesOf(answer);
}

/** The median of fifteen rounds, in milliseconds. */
async function timeOf({ application }: InProcess, path: string, cookie: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const began = performance.now();
    const requestContext = aVisit();
    const answer = await application(
      new Request(new URL(path, publicUrl), { headers: { cookie } }),
      requestContext,
    );
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`, { cause: requestContext.failure });
    await answer.arrayBuffer();
    if (round >= 5) rounds.push(performance.now() - began);
  }
  return rounds.toSorted((a, b) => a - b)[7] ?? Number.NaN;
}

function aVisit() {
  return createRequestContext({ id: "bench", address: "127.0.0.1", secure: false });
}
