import { decodeEntities } from "../../app/lib/rich-text/html/html-parse.ts";
import { startSite } from "../../tests/support/site.ts";
import { measureContention, measureSignIns } from "./contention.ts";
import { startDeployed } from "./deployed.ts";
import { measureEnumeration } from "./enumeration.ts";
import { auditPages, measureBlocking, measureWeight } from "./first-visit.ts";
import { measureInbox } from "./inbox.ts";
import { measureFirstTaps, measureTyping } from "./interactions.ts";
import { measureLists } from "./lists.ts";
import { measureLoad } from "./load.ts";
import { measureMemory } from "./memory.ts";
import { measureNewsletter } from "./newsletter.ts";
import { measurePublish } from "./publish.ts";
import { measureGrowth, measureRender, measureShares } from "./render.ts";
import { type Section, table, writeResults } from "./support/results.ts";
import { measureWorstCases, measureWorstTexts, summarizeWorst } from "./worst-cases.ts";

/** One public page of each kind, from the site's sitemap. */
async function publicPaths(site: string): Promise<string[]> {
  const index = await read(`${site}/sitemap.xml`);
  const maps = await Promise.all(index.map((address) => read(address)));
  const paths = maps.flat().map((address) => new URL(address).pathname);
  const firstOf = (prefix: string) => paths.filter((path) => path.startsWith(prefix)).slice(0, 1);
  const single = paths.filter((path) => path.split("/").length === 2);
  return [
    ...single,
    ...["/services/", "/media/", "/portfolio/", "/blog/"].flatMap(firstOf),
    "/search?q=web",
    "/login",
    "/registration",
  ];
}

async function read(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, found]) =>
    found ? decodeEntities(found) : [],
  );
}

/** `npm run bench [section…]`: measures the product, where possible with a baseline in the same run, and writes RESULTS.md. */
const names = process.argv.slice(2);
const wants = (name: string) => names.length === 0 || names.includes(name);
const sections: Section[] = [];
const round = (value: number, digits = 0) => value.toFixed(digits);

// Without this, the first backup a minute after the start would affect a measurement.
await using site = await startSite({ env: { BACKUP_EVERY: "off" } });
const paths = await publicPaths(site.url);
const post = paths.find((path) => path.startsWith("/blog/")) ?? "/blog";
const gallery = paths.find((path) => path.startsWith("/portfolio/")) ?? "/portfolio";

if (wants("start"))
  sections.push({
    name: "start",
    title: "Start and memory",
    text: table(
      ["measurement", "value"],
      [
        ["start with sample content, ms", round(await timeSecondStart())],
        ["memory after start, MB", String(site.memory())],
      ],
    ),
  });
if (wants("memory"))
  sections.push({
    name: "memory",
    title: "Resident memory, MB",
    text: table(
      ["phase", "at the end", "peak"],
      (await measureMemory()).map(({ phase, after, peak }) => [phase, String(after), String(peak)]),
    ),
  });
if (wants("render"))
  sections.push({
    name: "render",
    title: "CPU time of an uncached page",
    text: [
      table(
        ["page", "CPU time, ms"],
        (await measureRender(paths)).map(({ path, cpu }) => [path, round(cpu, 2)]),
      ),
      table(
        ["part", "share"],
        (await measureShares(paths)).map(({ part, share }) => [part, `${round(share * 100)} %`]),
      ),
    ].join("\n\n"),
    note: "CPU time covers all threads. The second table divides the main thread's time on all these pages.",
  });
if (wants("load")) {
  const rows = await measureLoad(site, post);
  sections.push({
    name: "load",
    title: "Throughput of cached pages compared with nginx: same bytes, one core each",
    text: table(
      ["response", "Frontdesk, requests/s", "nginx, requests/s", "ratio"],
      rows.map(({ response, ours, nginx, ratio }) => [response, round(ours), round(nginx), round(ratio, 2)]),
    ),
    note: `Memory of the site after the load: ${site.memory()} MB.`,
  });
}
if (wants("publish"))
  sections.push({
    name: "publish",
    title: "Time from publishing to the public page",
    text: table(
      ["page", "first publication after start, ms", "slowest of the next 20, ms"],
      (await measurePublish()).map(({ page, first, slowest }) => [page, round(first, 1), round(slowest, 1)]),
    ),
  });
if (wants("weight"))
  sections.push({
    name: "weight",
    title: "Transfer of a first visit: phone, 4G, Brotli",
    text: table(
      ["page", "requests", "picture requests", "HTML", "script", "style", "fonts", "pictures"],
      (await measureWeight(site.url, paths)).map((row) => [
        row.path,
        String(row.requests),
        String(row.pictures),
        ...[row.html, row.script, row.style, row.font, row.image].map(
          (bytes) => `${round(bytes / 1024, 1)} KB`,
        ),
      ]),
    ),
    note: "On 4G, pictures up to 1,250 pixels below the screen load without scrolling; other browsers load up to 3,000. Google's sign-in script loads on first use and is not included.",
  });
if (wants("blocking"))
  sections.push({
    name: "blocking",
    title: "Main-thread blocking on a phone: CPU time × 4, median of five loads",
    text: table(
      ["page", "total blocking time, ms", "longest task, ms", "interactive"],
      (await measureBlocking(site.url, paths)).map((row) => [
        row.path,
        round(row.blocked),
        round(row.longest),
        row.isInteractive ? "yes" : "NO",
      ]),
    ),
  });
if (wants("first-taps"))
  sections.push({
    name: "first-taps",
    title: "Response to the first tap: phone, 4× CPU slowdown",
    text: table(
      ["element", "page", "tap after load start, ms", "time to next paint, ms", "action completed"],
      (await measureFirstTaps(site.url, gallery)).map((row) => [
        row.element,
        row.path,
        round(row.at),
        row.answered === 0 ? "16" : round(row.answered),
        row.isDone ? "yes" : "NO",
      ]),
    ),
    note: "Chromium paints on the slowed CPU, without a graphics card. Each element works as plain HTML before its script.",
  });
if (wants("lighthouse")) {
  await using deployed = await startDeployed();
  sections.push({
    name: "lighthouse",
    title: "Lighthouse mobile, behind nginx with HTTP/2",
    text: table(
      [
        "page",
        "performance",
        "accessibility",
        "best practices",
        "SEO",
        "LCP, ms",
        "CLS",
        "TBT, ms",
        "deductions",
      ],
      (await auditPages(deployed.url, paths)).map((row) => [
        row.path,
        ...[row.performance, row.accessibility, row.bestPractices, row.seo, row.lcp].map(String),
        round(row.cls, 3),
        String(row.tbt),
        row.deductions.join("; "),
      ]),
    ),
    note: "Medians of five loads; deductions are those of the median load. Search results are excluded from indexing on purpose.",
  });
}
if (wants("sign-ins")) {
  const cost = await measureSignIns(post);
  sections.push({
    name: "sign-ins",
    title: "Latency of a cached page during ten sign-ins per second",
    text: table(
      ["p95 alone, ms", "p95 with sign-ins, ms", "ratio", "sign-ins", "median sign-in, ms"],
      [
        [
          round(cost.alone, 2),
          round(cost.loaded, 2),
          round(cost.ratio, 2),
          String(cost.signIns),
          round(cost.median),
        ],
      ],
    ),
  });
}
if (wants("enumeration"))
  sections.push({
    name: "enumeration",
    title: "Response time for addresses with and without an account, 300 each",
    text: table(
      ["request", "median with account, ms", "median without account, ms", "ratio", "Mann-Whitney z"],
      (await measureEnumeration()).map(({ door, known, unknown, ratio, z }) => [
        door,
        ...[known, unknown, ratio, z].map((figure) => round(figure, 2)),
      ]),
    ),
    note: "Equal distributions exceed z = ±2 in one run of twenty.",
  });
if (wants("lists"))
  sections.push({
    name: "lists",
    title: "Response time of the dashboard's post list, ms",
    text: table(
      ["engine", "view", "10,000 posts", "100,000 posts", "100,000 ÷ 10,000"],
      (await measureLists([10_000, 100_000])).map(({ engine, view, costs: [less = 0, more = 0] }) => [
        engine,
        view,
        round(less, 1),
        round(more, 1),
        round(more / less, 2),
      ]),
    ),
  });
if (wants("typing")) {
  const cost = await measureTyping();
  sections.push({
    name: "typing",
    title: `Time from key press to paint in a post of ${cost.words} words`,
    text: table(
      ["reported keys", "median, ms", "p95, ms", "maximum, ms"],
      [[String(cost.keys), round(cost.median), round(cost.p95), round(cost.max)]],
    ),
    note: "The browser reports keys that take at least 16 ms.",
  });
}
if (wants("growth"))
  sections.push({
    name: "growth",
    title: "CPU time of an uncached request by number of posts, ms",
    text: table(
      ["request", "10 posts", "1,000 posts", "100,000 posts", "100,000 ÷ 10"],
      (await measureGrowth([10, 1000, 100_000])).map(({ request, costs }) => [
        request,
        ...costs.map((cost) => round(cost, 2)),
        round((costs.at(-1) ?? 0) / (costs[0] ?? 1), 2),
      ]),
    ),
  });
if (wants("worst-cases"))
  sections.push({
    name: "worst-cases",
    title: "Most expensive public requests: event-loop blocking and memory growth",
    text: table(
      [
        "group",
        "variants",
        "status codes",
        "longest block, ms",
        "CPU time, ms",
        "variant with the most CPU time",
        "resident memory growth, MB",
        "live memory growth, MB",
      ],
      summarizeWorst(await measureWorstCases()).map((row) => [
        row.group,
        String(row.variants),
        row.statuses,
        round(row.longestBlock),
        round(row.cpu),
        row.slowest,
        round(row.resident, 1),
        round(row.live, 1),
      ]),
    ),
    note: "Each figure is the largest of the group's variants. CPU time is that of the main thread.",
  });
if (wants("worst-texts"))
  sections.push({
    name: "worst-texts",
    title: "Most expensive texts from staff and import commands",
    text: table(
      ["parser", "text", "size, kB", "time, ms"],
      (await measureWorstTexts()).map(({ parser, text, kilobytes, ms }) => [
        parser,
        text,
        round(kilobytes),
        round(ms),
      ]),
    ),
  });
if (wants("contention"))
  sections.push({
    name: "contention",
    title: "Latency for one client while another loads the site, ms",
    text: table(
      ["request and load", "median alone", "median loaded", "ratio", "p95 alone", "p95 loaded", "ratio"],
      (await measureContention()).map(({ request, alone, loaded }) => [
        request,
        round(alone.median, 1),
        round(loaded.median, 1),
        round(loaded.median / alone.median, 2),
        round(alone.p95, 1),
        round(loaded.p95, 1),
        round(loaded.p95 / alone.p95, 2),
      ]),
    ),
  });
if (wants("inbox"))
  sections.push({
    name: "inbox",
    title: "Inbox queries with 100,000 messages, ms",
    text: table(
      ["engine", "query", "median", "maximum"],
      (await measureInbox()).map(({ engine, query, median, max }) => [
        engine,
        query,
        round(median, 1),
        round(max, 1),
      ]),
    ),
  });
if (wants("newsletter"))
  sections.push({
    name: "newsletter",
    title: "Newsletter to 10,000 readers through a local mail server, with page requests",
    text: table(
      [
        "engine",
        "delivered",
        "duplicates",
        "limit per minute",
        "sent per minute",
        "page p95 before, ms",
        "page p95 during, ms",
        "ratio",
      ],
      (await measureNewsletter()).map((cost) => [
        cost.engine,
        String(cost.delivered),
        String(cost.duplicates),
        String(cost.limit),
        round(cost.perMinute),
        round(cost.alone, 2),
        round(cost.loaded, 2),
        round(cost.loaded / cost.alone, 2),
      ]),
    ),
  });

writeResults(sections);

/** Time of a second start on the same filled data. */
async function timeSecondStart(): Promise<number> {
  const first = await startSite({ dataDir: `${site.dataDir}-again` });
  await first.stop();
  await using second = await startSite({ dataDir: `${site.dataDir}-again` });
  return second.readyAfter;
}
