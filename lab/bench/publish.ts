import { once } from "node:events";
import { blog } from "../../app/domain/content/kinds/blog.ts";
import { publish } from "../../app/domain/content/publishing/publishing.ts";
import { createEntry } from "../../app/domain/content/versions/create-entry.ts";
import { openEntry } from "../../app/domain/content/versions/open-entry.ts";
import { saveVersion } from "../../app/domain/content/versions/save-entry.ts";
import { type Database, write } from "../../app/platform/database/database.ts";
import { createPageCache } from "../../app/platform/http/cache/page-cache.ts";
import { createPageViews } from "../../app/platform/http/cache/page-views.ts";
import { createSiteServer } from "../../app/platform/http/listener/site-server.ts";
import { createMetrics } from "../../app/platform/http/metrics/metrics.ts";
import { createLogger } from "../../app/platform/runtime/log.ts";
import { addressRules } from "../../app/server/addresses.ts";
import { type InProcess, openInProcess } from "./in-process.ts";

export interface Delay {
  page: string;
  /** Milliseconds of the first publication after the start, and the longest of the next twenty. */
  first: number;
  slowest: number;
}

const actor = { id: "bench", requestId: "" };

/** Time from the publishing call to the first answer with the change, with every page cached before. */
export async function measurePublish(): Promise<Delay[]> {
  await using site = await openInProcess({ sample: true });
  const { server, url } = await listen(site);
  try {
    const pages = ["/blog", "/", "/blog/feed.xml", "/sitemaps/blog-1.xml", "/api/blogs"];
    const delays = new Map(pages.map((page) => [page, { page, first: 0, slowest: 0 }]));
    for (let round = 0; round <= 20; round += 1) {
      for (const page of pages) {
        await (await fetch(url + page)).text();
        const title = `Shown immediately ${round} ${page.length}`;
        const id = await createDraft(site.db, title);
        const startedAt = performance.now();
        await write(site.db, async (tx) =>
          publish(tx, await openEntry(tx, blog, id), { actor, now: new Date() }),
        );
        await waitUntilShown(
          url + page,
          page.startsWith("/sitemaps") ? encodeURIComponent(title.replaceAll(" ", "-")) : title,
        );
        const took = performance.now() - startedAt;
        const delay = delays.get(page);
        if (delay && round === 0) delay.first = took;
        else if (delay) delay.slowest = Math.max(delay.slowest, took);
      }
    }
    return [...delays.values()];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function waitUntilShown(address: string, words: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await (await fetch(address)).text()).includes(words)) return;
  }
  throw new Error(`${address} never showed ${words}`);
}

async function createDraft(db: Database, title: string): Promise<string> {
  const save = { actor, now: new Date() };
  const { id } = await write(db, (tx) =>
    createEntry(tx, blog, { title, summary: "A post for the clock.", publishedOn: "2026-12-31" }, save),
  );
  await write(db, async (tx) =>
    saveVersion(
      tx,
      await openEntry(tx, blog, id),
      1,
      { title, summary: "A post for the clock.", publishedOn: "2027-01-01" },
      save,
    ),
  );
  return id;
}

async function listen(site: InProcess) {
  const cache = createPageCache({ addresses: addressRules, maxBytes: 64 * 1024 * 1024 });
  site.db.changes.onChange((tags) => (tags === null ? cache.clear() : cache.drop(tags)));
  const metrics = createMetrics({ cache, token: null });
  const { server } = createSiteServer({
    application: site.application,
    cache,
    addresses: addressRules,
    assets: null,
    publicUrl: site.publicUrl,
    trustProxy: [],
    log: createLogger({ level: "error" }),
    metrics,
    pageViews: createPageViews({ publicUrl: site.publicUrl, isLeftOut: () => false }),
    ready: async () => true,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { server, url: `http://127.0.0.1:${address.port}` };
}
