import { chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../tests/support/chromium.ts";

export interface Weight {
  path: string;
  requests: number;
  /** Bytes over the wire, bodies as compressed. */
  html: number;
  script: number;
  style: number;
  font: number;
  image: number;
}

/** What a first visit to each page brings over the line, in Chromium, brotli accepted, until the network is quiet. */
export async function measureWeight(site: string, paths: readonly string[]): Promise<Weight[]> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const weights: Weight[] = [];
    for (const path of paths)
      weights.push(
        await weigh(
          await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true }),
          site,
          path,
        ),
      );
    return weights;
  } finally {
    await browser.close();
  }
}

async function weigh(
  context: Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>["newContext"]>>,
  site: string,
  path: string,
): Promise<Weight> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  const weight: Weight = { path, requests: 0, html: 0, script: 0, style: 0, font: 0, image: 0 };
  const kinds = new Map<string, keyof Omit<Weight, "path" | "requests">>();
  const names = {
    Document: "html",
    Script: "script",
    Stylesheet: "style",
    Font: "font",
    Image: "image",
  } as const;
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    const name = Object.entries(names).find(([key]) => key === type)?.[1];
    if (name) kinds.set(requestId, name);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    weight.requests += 1;
    const kind = kinds.get(requestId);
    if (kind) weight[kind] += encodedDataLength;
  });
  await page.goto(site + path, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  await context.close();
  return weight;
}
