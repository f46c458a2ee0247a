import { sql } from "kysely";
import { hashPassword } from "../../app/domain/accounts/passwords/password.ts";
import { atStart } from "../../app/domain/accounts/start-accounts.ts";
import { createUser, setPassword } from "../../app/domain/accounts/users.ts";
import { createCategory } from "../../app/domain/content/categories/categories.ts";
import { blog } from "../../app/domain/content/kinds/blog.ts";
import { listForStaff } from "../../app/domain/content/staff-list/list-for-staff.ts";
import { states } from "../../app/domain/content/staff-list/staff-filter.ts";
import { titleKeyOf } from "../../app/domain/content/versions/save-entry.ts";
import { wordsOf } from "../../app/lib/text/words.ts";
import { type Database, type Writing, write } from "../../app/platform/database/database.ts";
import { createRequestContext } from "../../app/platform/http/listener/request-context.ts";
import { systemClock } from "../../app/platform/runtime/clock.ts";
import { type EngineName, engines, makeDatabase } from "../../tests/support/database.ts";
import { cookiesOf } from "../../tests/support/signed-in.ts";
import { type InProcess, openInProcess, publicUrl } from "./in-process.ts";

export interface ListCost {
  engine: EngineName;
  view: string;
  /** Milliseconds per response, for each number of entries. */
  costs: number[];
}

/** Response time of the dashboard's list by number of entries. */
export async function measureLists(sizes: readonly number[]): Promise<ListCost[]> {
  const rows = new Map<string, ListCost>();
  for (const engine of engines)
    for (const size of sizes) {
      const made = await makeDatabase(engine);
      await using site = await openInProcess({ sample: false, databaseUrl: made.env.databaseUrl });
      const { rare } = await fillPosts(site.db, size);
      if (engine === "postgres") await analyze(site.db);
      const cookie = await signIn(site);
      for (const [view, query] of await queriesFor(site.db, rare)) {
        const cost = await timeOf(site, `/dashboard/manageblog${query}`, cookie);
        const row = rows.get(`${engine} ${view}`) ?? { engine, view, costs: [] };
        rows.set(`${engine} ${view}`, { ...row, costs: [...row.costs, cost] });
      }
      await made.remove();
    }
  return [...rows.values()];
}

/** Updates table statistics, as PostgreSQL's autovacuum does within a minute. */
function analyze({ query }: Database): Promise<void> {
  return query.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`analyze`.execute(tx);
  });
}

async function queriesFor(db: Database, rare: string): Promise<[string, string][]> {
  let after: string | null = null;
  for (let n = 0; n < 5; n += 1)
    after = (await listForStaff(db, blog, {}, after === null ? {} : { after })).next;
  return [
    ["default view", ""],
    ["sixth page", `?after=${after}`],
    ["by title", "?sort=title"],
    ["drafts by publication date", "?state=draft&sort=published"],
    ["large category", "?category=Engineering"],
    ["small category, by title", `?category=${rare}&sort=title`],
    ["author with few posts, by title", "?author=author-rare&sort=title"],
    ["search, one hit", "?q=needle"],
    ["search, many hits", "?q=ledg"],
    ["Bangla search", `?q=${encodeURIComponent("নদী")}`],
    [
      "search, category, state and dates",
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
    createVisit(),
  );
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}`);
  return cookiesOf(answer);
}

/** Median of fifteen rounds in milliseconds. */
async function timeOf({ application }: InProcess, path: string, cookie: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    const requestContext = createVisit();
    const answer = await application(
      new Request(new URL(path, publicUrl), { headers: { cookie } }),
      requestContext,
    );
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`, { cause: requestContext.failure });
    await answer.arrayBuffer();
    if (round >= 5) rounds.push(performance.now() - startedAt);
  }
  return rounds.toSorted((a, b) => a - b)[7] ?? Number.NaN;
}

function createVisit() {
  return createRequestContext({ id: "bench", address: "127.0.0.1", secure: false });
}

/** Inserts posts directly, because a hundred thousand saves would take an hour. */
async function fillPosts(db: Database, size: number): Promise<{ common: string; rare: string }> {
  const [common, rare] = await write(db, async (tx) => [
    await createCategory(tx, "blog", { name: "Engineering" }),
    await createCategory(tx, "blog", { name: "Printing" }),
  ]);
  const ids = { common: common?.id ?? "", rare: rare?.id ?? "" };
  for (let from = 0; from < size; from += 500)
    await write(db, (tx) => insertPosts(tx, ids, from, Math.min(from + 500, size)));
  return ids;
}

async function insertPosts(
  tx: Writing,
  ids: { common: string; rare: string },
  from: number,
  to: number,
): Promise<void> {
  const posts = Array.from({ length: to - from }, (_, n) => createPost(from + n, ids));
  await tx.query
    .insertInto("entries")
    .values(posts.map(({ row }) => row))
    .execute();
  await tx.query
    .insertInto("entry_versions")
    .values(posts.map(({ version }) => version))
    .execute();
  await tx.query
    .insertInto("entry_links")
    .values(posts.map(({ link }) => link))
    .execute();
  await tx.query
    .insertInto("entry_title_words")
    .values(posts.flatMap(({ words }) => words))
    .execute();
}

const nouns = [
  "ledger",
  "river",
  "ferry",
  "loom",
  "thread",
  "office",
  "invoice",
  "paper",
  "bridge",
  "harbour",
  "নদী",
  "clinic",
  "queue",
  "ঘাট",
  "engine",
];

function createPost(n: number, { common, rare }: { common: string; rare: string }) {
  const id = `0190${n.toString(16).padStart(4, "0").slice(-4)}-${n.toString(16).padStart(8, "0")}-bench`;
  const pick = (k: number) => nouns[(n * 7 + k * 5) % nouns.length] ?? "";
  const title = `${pick(0)} ${pick(1)} and the ${n === 4321 ? "needle" : pick(2)} ${n}`;
  const at = new Date(Date.UTC(2015, 0, 1) + ((n * 7919) % 100_000) * 3_000_000).toISOString();
  const state = states[n % 100 === 0 ? 1 : n % 3 === 0 ? 0 : 2] ?? "draft";
  const isLive = state === "published";
  const category = n % 1000 === 7 ? rare : common;
  const data = { title, summary: title, cover: null, categories: [category], tags: [], author: "The studio" };
  const row = {
    id,
    kind: "blog",
    slug: `post-${n}`,
    slug_key: `post-${n}`,
    next_slug_key: null,
    title,
    state,
    position: n * 1024,
    live_version: isLive ? 1 : null,
    latest_version: 1,
    publish_at: null,
    unpublish_at: null,
    published_at: isLive ? at : null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    title_key: titleKeyOf(title),
    author_id: n % 500 === 3 ? "author-rare" : "author-common",
    sort_key: `${at.slice(0, 10)} ${at}`,
  };
  const version = {
    entry_id: id,
    number: 1,
    data: JSON.stringify(data),
    card: JSON.stringify(data),
    words: 100,
    author_id: row.author_id,
    note: "",
    is_autosave: 0,
    created_at: at,
  };
  const link = {
    from_entry: id,
    field: "categories",
    to_type: "category",
    to_id: category,
    is_live: 1,
  } as const;
  const words = [...new Set(wordsOf(title))].map((word) => ({ entry_id: id, kind: "blog", word }));
  return { row, version, link, words };
}
