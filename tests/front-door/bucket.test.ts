import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBucket } from "../support/s3.ts";
import { startSite } from "../support/site.ts";

test("a site that keeps its files in a bucket shows every picture of its first page, and keeps none itself", async () => {
  await using bucket = await startBucket();
  await using site = await startSite({ env: { FILES_URL: bucket.filesUrl } });
  const html = await (await fetch(`${site.url}/portfolio`)).text();
  const pictures = [...new Set(html.match(/\/files\/[\w-]+\/\d+\.webp/g))];
  expect(pictures.length).toBeGreaterThan(2);
  for (const address of pictures) {
    const answer = await fetch(site.url + address);
    expect([address, answer.status, answer.headers.get("content-type")]).toEqual([
      address,
      200,
      "image/webp",
    ]);
  }
  expect(bucket.objects.size).toBeGreaterThan(pictures.length);
  expect(readdirSync(join(site.dataDir, "files"))).toEqual([".drafts"]);
  bucket.stumble(1000);
  expect((await fetch(`${site.url}/portfolio`)).status).toBe(200);
  const away = await fetch(site.url + pictures[0]);
  expect([away.status, away.headers.get("cache-control")]).toEqual([503, "no-store"]);
});
