import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBucket } from "../support/s3.ts";
import { startSite } from "../support/site.ts";
import { importSmallContent } from "../support/small-content.ts";

test("a site with a bucket serves pictures and stores no files locally", async () => {
  await using bucket = await startBucket();
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-bucket-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { FILES_URL: bucket.filesUrl };
  await importSmallContent({ DATA_DIR: dataDir, ...env });
  await using site = await startSite({ dataDir, env });
  const html = await (await fetch(`${site.url}/portfolio`)).text();
  const pictures = [...new Set(html.match(/\/files\/[\w-]+\/\d+\.webp/g))];
  expect(pictures.length).toBeGreaterThan(2);
  for (const address of pictures) {
    const response = await fetch(site.url + address);
    expect([address, response.status, response.headers.get("content-type")]).toEqual([
      address,
      200,
      "image/webp",
    ]);
  }
  expect(bucket.objects.size).toBeGreaterThan(pictures.length);
  expect(readdirSync(join(dataDir, "files"))).toEqual([".drafts"]);
  bucket.failNext(1000);
  expect((await fetch(`${site.url}/portfolio`)).status).toBe(200);
  const unavailable = await fetch(site.url + pictures[0]);
  expect([unavailable.status, unavailable.headers.get("cache-control")]).toEqual([503, "no-store"]);
});
