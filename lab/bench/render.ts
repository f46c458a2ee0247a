import { type Profiler, Session } from "node:inspector/promises";
import { createCategory } from "../../app/domain/content/categories/categories.ts";
import { blog } from "../../app/domain/content/kinds/blog.ts";
import { publish } from "../../app/domain/content/publishing/publishing.ts";
import { createEntry } from "../../app/domain/content/versions/create-entry.ts";
import { type Database, write } from "../../app/platform/database/database.ts";
import { costOf, openInProcess } from "./in-process.ts";

/** Parts of a page's cost and their functions; the first match in the call stack counts. */
const parts: readonly (readonly [string, readonly string[]])[] = [
  ["database: Kysely, SQLite", ["executeQuery", "compileQuery"]],
  ["link components", ["WrittenLink", "LinkWithRef"]],
  ["React rendering", ["exports.renderToString", "exports.renderToStaticMarkup"]],
  ["loader data: turbo-stream", ["encodeViaTurboStream"]],
  ["page composition", ["composePage"]],
  ["garbage collection", ["(garbage collector)"]],
  ["loaders, routing, middleware, bodies", ["(root)"]],
];

export interface RenderCost {
  path: string;
  cpu: number;
}

/** Cost of one uncached page with the sample content. */
export async function measureRender(paths: readonly string[]): Promise<RenderCost[]> {
  await using site = await openInProcess({ sample: true });
  const costs: RenderCost[] = [];
  for (const path of paths) costs.push({ path, cpu: await costOf(site.application, path) });
  return costs;
}

/** Share of each part in the cost of these pages, by samples of the main thread every 0.1 ms. */
export async function measureShares(paths: readonly string[]): Promise<{ part: string; share: number }[]> {
  await using site = await openInProcess({ sample: true });
  for (const path of paths) await costOf(site.application, path);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 100 });
  await session.post("Profiler.start");
  for (const path of paths) await costOf(site.application, path);
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return sharesOf(profile);
}

/** @throws if a function has no samples, because it was renamed */
function sharesOf({ nodes, samples = [] }: Profiler.Profile): { part: string; share: number }[] {
  const functions = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const counts = new Map<string, number>();
  for (const sample of samples) {
    const above = new Set<string>();
    for (let node: number | undefined = sample; node !== undefined; node = callers.get(node))
      above.add(functions.get(node) ?? "");
    const [part] = parts.find(([, names]) => names.some((name) => above.has(name))) ?? ["other"];
    counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return parts.map(([part]) => {
    const count = counts.get(part);
    if (count === undefined) throw new Error(`"${part}" has no samples: update the names of its functions.`);
    return { part, share: count / samples.length };
  });
}

export interface Growth {
  request: string;
  costs: number[];
}

/** Cost of the same requests with an increasing number of posts. */
export async function measureGrowth(sizes: readonly number[]): Promise<Growth[]> {
  const rows = new Map<string, number[]>();
  for (const size of sizes) {
    await using site = await openInProcess({ sample: false });
    await fillWithPosts(site.db, size);
    for (const [request, path] of await requestsFor(site.db))
      rows.set(request, [...(rows.get(request) ?? []), await costOf(site.application, path)]);
  }
  return [...rows].map(([request, costs]) => ({ request, costs }));
}

async function requestsFor(db: Database): Promise<[string, string][]> {
  const middle = await db.query
    .selectFrom("entries")
    .select(["slug", "sort_key", "id"])
    .orderBy("sort_key")
    .limit(1)
    .offset(8)
    .executeTakeFirstOrThrow();
  const cursor = Buffer.from(JSON.stringify([middle.sort_key, middle.id])).toString("base64url");
  return [
    ["first page of posts", "/blog"],
    ["last page of posts", `/blog?after=${cursor}`],
    ["category", "/blog?category=Engineering"],
    ["post", `/blog/${middle.slug}`],
    ["search, one hit", "/search?q=needle"],
    ["search, many hits", "/search?q=ledger"],
    ["posts as JSON", "/api/blogs?limit=20"],
  ];
}

const plainWords = [
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
  "tea",
  "season",
  "clinic",
  "queue",
  "letter",
  "engine",
  "night",
  "shift",
  "market",
  "window",
];

/** Word at a place of row `n`: reproducible, and rarely in the same order in two rows. */
export function pickWord(n: number, place: number): string {
  return plainWords[(n * 7 + place * 13 + ((n * place) % 11)) % plainWords.length] ?? "";
}

const actor = { id: "bench", requestId: "" };

/**
 * Saves and publishes posts through the product.
 * @param covers ids of pictures, used in turn
 */
export async function fillWithPosts(
  db: Database,
  size: number,
  covers: readonly string[] = [],
): Promise<void> {
  const categories = await write(db, async (tx) => [
    await createCategory(tx, "blog", { name: "Engineering" }),
    await createCategory(tx, "blog", { name: "Design" }),
  ]);
  for (let from = 0; from < size; from += 1000) {
    await write(db, async (tx) => {
      for (let n = from; n < Math.min(from + 1000, size); n += 1) {
        const entry = await createEntry(
          tx,
          blog,
          postOf(n, categories[n % 2]?.id ?? "", covers[n % covers.length]),
          {
            actor,
            now: new Date(),
            position: n,
          },
        );
        await publish(tx, entry, { actor, now: new Date() });
      }
    });
  }
}

function postOf(n: number, category: string, cover: string | null = null) {
  const pick = (k: number) => pickWord(n, k);
  const text = Array.from({ length: 120 }, (_, k) => pick(k)).join(" ");
  const day = new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString().slice(0, 10);
  const body = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: n === 5 ? `needle ${text}` : text }] }],
  };
  return {
    title: `Post ${n} about ${pick(1)} and ${pick(2)}`,
    summary: text.slice(0, 140),
    body,
    cover,
    categories: [category],
    tags: [pick(3)],
    publishedOn: day,
    author: "The studio",
  };
}
