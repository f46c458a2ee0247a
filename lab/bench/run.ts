import { decodeEntities } from "../../app/lib/rich-text/html/html-parse.ts";
import { startSite } from "../../tests/support/site.ts";
import { measureContention, measureSignIns } from "./beside-others.ts";
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

/** `npm run bench [names…]`: measures the product's costs with a baseline in the same run, and stores them in RESULTS.md. */
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
      ["measurement", "result"],
      [
        ["start with sample content (ms)", round(await readyAgain())],
        ["memory after the start (MB)", String(site.memory())],
      ],
    ),
  });
if (wants("memory"))
  sections.push({
    name: "memory",
    title: "Resident memory in MB",
    text: table(
      ["phase", "memory", "peak"],
      (await measureMemory()).map(({ what, after, peak }) => [what, String(after), String(peak)]),
    ),
  });
if (wants("render"))
  sections.push({
    name: "render",
    title: "Uncached render, CPU of the whole process",
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
  });
if (wants("load")) {
  const rows = await measureLoad(site, post);
  sections.push({
    name: "load",
    title: `Cached pages compared with nginx (same bytes, one core each; memory after: ${site.memory()} MB)`,
    text: table(
      ["what", "ours, requests/s", "nginx", "ratio"],
      rows.map(({ what, ours, nginx, ratio }) => [what, round(ours), round(nginx), round(ratio, 2)]),
    ),
  });
}
if (wants("publish"))
  sections.push({
    name: "publish",
    title: "Time from publishing to the public page",
    text: table(
      ["what", "first after the start, ms", "worst of the next twenty, ms"],
      (await measurePublish()).map(({ what, first, worst }) => [what, round(first, 1), round(worst, 1)]),
    ),
  });
if (wants("weight"))
  sections.push({
    name: "weight",
    title: "First visit on a phone with 4G, transferred bytes (brotli)",
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
  });
if (wants("blocking"))
  sections.push({
    name: "blocking",
    title: "Main-thread time on a phone (CPU time × 4, median of five loads)",
    text: table(
      ["page", "total time over 50 ms, ms", "longest task, ms", "interactive"],
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
    title: "First tap on a phone with a quarter of this machine's speed",
    text: table(
      ["what", "page", "tapped after, ms", "response time, ms", "done"],
      (await measureFirstTaps(site.url, gallery)).map((row) => [
        row.what,
        row.path,
        round(row.at),
        row.answered === 0 ? "16" : round(row.answered),
        row.isDone ? "yes" : "NO",
      ]),
    ),
  });
if (wants("lighthouse")) {
  await using deployed = await startDeployed();
  sections.push({
    name: "lighthouse",
    title: "Lighthouse, mobile, behind nginx over HTTP/2",
    text: table(
      [
        "page",
        "performance",
        "accessibility",
        "best practices",
        "SEO",
        "LCP ms",
        "CLS",
        "TBT ms",
        "deductions",
      ],
      (await auditPages(deployed.url, paths)).map((row) => [
        row.path,
        ...[row.performance, row.accessibility, row.bestPractices, row.seo, row.lcp].map(String),
        round(row.cls, 3),
        String(row.tbt),
        row.lost.join("; "),
      ]),
    ),
  });
}
if (wants("sign-ins")) {
  const cost = await measureSignIns(post);
  sections.push({
    name: "sign-ins",
    title: "A cached page during ten sign-ins per second",
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
    title: "Addresses with and without an account: 300 of each",
    text: table(
      ["what", "with account, median ms", "without account, median ms", "ratio", "Mann-Whitney z"],
      (await measureEnumeration()).map(({ door, known, unknown, ratio, z }) => [
        door,
        ...[known, unknown, ratio, z].map((figure) => round(figure, 2)),
      ]),
    ),
  });
if (wants("lists"))
  sections.push({
    name: "lists",
    title: "Dashboard list of posts: ms until the whole response",
    text: table(
      ["engine", "what", "10,000 posts", "100,000", "100,000 : 10,000"],
      (await measureLists([10_000, 100_000])).map(({ engine, what, costs: [less = 0, more = 0] }) => [
        engine,
        what,
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
    title: `Time from key to paint, in a post of ${cost.words} words`,
    text: table(
      ["keys the browser reported", "median, ms", "p95, ms", "worst, ms"],
      [[String(cost.keys), round(cost.median), round(cost.p95), round(cost.worst)]],
    ),
  });
}
if (wants("growth"))
  sections.push({
    name: "growth",
    title: "Growth: CPU time of an uncached request, ms",
    text: table(
      ["what", "10 posts", "1,000", "100,000", "100,000 : 10"],
      (await measureGrowth([10, 1000, 100_000])).map(({ what, costs }) => [
        what,
        ...costs.map((cost) => round(cost, 2)),
        round((costs.at(-1) ?? 0) / (costs[0] ?? 1), 2),
      ]),
    ),
  });
if (wants("worst-cases"))
  sections.push({
    name: "worst-cases",
    title: "Most expensive public requests: time that they block the site, and memory afterwards",
    text: table(
      [
        "group",
        "variants",
        "status codes",
        "longest block, ms",
        "thread CPU time, ms",
        "worst variant",
        "resident memory afterwards, MB",
        "live memory afterwards, MB",
      ],
      summarizeWorst(await measureWorstCases()).map((row) => [
        row.group,
        String(row.kinds),
        row.statuses,
        round(row.stall),
        round(row.worked),
        row.worst,
        round(row.resident, 1),
        round(row.live, 1),
      ]),
    ),
  });
if (wants("worst-texts"))
  sections.push({
    name: "worst-texts",
    title: "Most expensive texts that staff enter or a command reads",
    text: table(
      ["reader", "text", "kB", "ms"],
      (await measureWorstTexts()).map(({ reader, what, kilobytes, ms }) => [
        reader,
        what,
        round(kilobytes),
        round(ms),
      ]),
    ),
  });
if (wants("beside-others"))
  sections.push({
    name: "beside-others",
    title: "Effect of one client on another, ms",
    text: table(
      ["what", "median alone", "under load", "ratio", "p95 alone", "under load", "ratio"],
      (await measureContention()).map(({ what, alone, loaded }) => [
        what,
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
    title: "Inbox with 100,000 messages, ms",
    text: table(
      ["engine", "what", "median", "maximum"],
      (await measureInbox()).map(({ engine, what, median, worst }) => [
        engine,
        what,
        round(median, 1),
        round(worst, 1),
      ]),
    ),
  });
if (wants("newsletter"))
  sections.push({
    name: "newsletter",
    title: "Newsletter to 10,000 readers through a mail server on loopback, with page requests",
    text: table(
      [
        "engine",
        "delivered",
        "duplicates",
        "limit per minute",
        "sent per minute",
        "page p95 alone, ms",
        "during it, ms",
        "ratio",
      ],
      (await measureNewsletter()).map((cost) => [
        cost.engine,
        String(cost.arrived),
        String(cost.doubles),
        String(cost.set),
        round(cost.seen),
        round(cost.alone, 2),
        round(cost.loaded, 2),
        round(cost.loaded / cost.alone, 2),
      ]),
    ),
  });

writeResults(sections);

/** Time of a second start on the same filled data. */
async function readyAgain(): Promise<number> {
  const first = await startSite({ dataDir: `${site.dataDir}-again` });
  await first.stop();
  await using second = await startSite({ dataDir: `${site.dataDir}-again` });
  return second.readyAfter;
}
