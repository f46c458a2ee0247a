import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { decodeEntities } from "../../app/lib/rich-text/html/html-parse.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";

export interface MemoryPhase {
  phase: string;
  /** Resident MB of the process and its children at the end of the phase. */
  after: number;
  /** Peak during the phase, sampled every 50 ms. */
  peak: number;
}

const admin = { email: "owner@shapla.example", password: "seven green mango crates" };
const pages = 60;
const requests = 20_000;
const uploads = 30;
const megabyte = 1_000_000;

/** Memory of the process over a day's work: cached pages read often, then photos of 5 MB, 30 at once. */
export async function measureMemory(): Promise<MemoryPhase[]> {
  await using site = await startSite({
    env: {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
  const pid = site.process.pid ?? 0;
  const phases: MemoryPhase[] = [];
  const measure = async (phase: string, work: () => Promise<unknown>) => {
    const watch = watchMemory(pid);
    await work();
    phases.push({ phase, ...watch.end() });
  };
  const count = requests.toLocaleString("en");
  await measure("start", () => pause(1000));
  const paths = (await sitePaths(site.url)).slice(0, pages);
  await measure(`${count} requests for ${paths.length} pages, uncompressed`, () =>
    readPages(site, paths, { requests, encoding: "identity" }),
  );
  await measure(`${count} requests with Brotli`, () => readPages(site, paths, { requests, encoding: "br" }));
  await measure("one minute later", () => pause(60_000));
  const cookie = await signInAt(site.url, admin);
  const photos = await makePhotos();
  await measure(`${uploads} concurrent uploads of 5 MB photos`, () =>
    Promise.all(photos.map((photo, n) => sendPhoto(site, cookie, { name: `photo-${n}.jpg`, bytes: photo }))),
  );
  await measure("one minute later", () => pause(60_000));
  return phases;
}

/** Paths of all pages in the sitemaps. */
export async function sitePaths(site: string): Promise<string[]> {
  const index = await addresses(`${site}/sitemap.xml`);
  const maps = await Promise.all(index.map((address) => addresses(address)));
  return maps.flat().map((address) => new URL(address).pathname);
}

async function addresses(map: string): Promise<string[]> {
  const text = await (await fetch(map)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, found]) =>
    found ? decodeEntities(found) : [],
  );
}

/** Requests the pages in turn, 32 at once. Throws an error at an answer other than 200. */
export async function readPages(
  site: { url: string },
  paths: readonly string[],
  { requests, encoding }: { requests: number; encoding: "identity" | "br" },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let next = 0;
  const reader = async () => {
    while (next < requests) {
      const path = paths[next % paths.length] ?? "/";
      next += 1;
      await new Promise<void>((resolve, reject) => {
        const headers = { "accept-encoding": encoding };
        get(`${site.url}${path}`, { agent, headers }, (answer) => {
          if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
          answer.resume().once("end", resolve);
        }).once("error", reject);
      });
    }
  };
  await Promise.all(Array.from({ length: 32 }, reader));
  agent.destroy();
}

/** Three different photos, sent in turn. */
async function makePhotos(): Promise<Buffer[]> {
  const drawn: Buffer[] = [];
  for (let n = 0; n < 3; n += 1) drawn.push(await makePhoto());
  return Array.from({ length: uploads }, (_, n) => drawn[n % drawn.length] ?? Buffer.alloc(0));
}

/** Soft shapes with fine grain, as from a camera: 12 megapixels, 5 MB. */
async function makePhoto(): Promise<Buffer> {
  const width = 4000;
  const height = 3000;
  const raw = { width: 24, height: 16, channels: 3 as const };
  const pixels = await sharp(randomBytes(24 * 16 * 3), { raw })
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .raw()
    .toBuffer();
  const grain = randomBytes(1 << 20);
  const grainAt = (n: number) => ((grain[n & ((1 << 20) - 1)] ?? 0) - 128) >> 4;
  for (let n = 0; n < pixels.length; n += 1)
    pixels[n] = Math.max(0, Math.min(255, (pixels[n] ?? 0) + grainAt(n * 7 + (n >> 12))));
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } });
  for (let quality = 99; quality > 60; quality -= 1) {
    const bytes = await photo.clone().jpeg({ quality }).toBuffer();
    if (bytes.byteLength <= 5.5 * megabyte) return bytes;
  }
  throw new Error("No photo of 5 MB could be made.");
}

/** Sends a photo, again while the site answers that it is overloaded. Waits for the answer without a limit. */
async function sendPhoto(
  site: RunningSite,
  cookie: string,
  photo: { name: string; bytes: Buffer },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { status, retryAfter, text } = await post(site, cookie, photo);
    if (status === 201) return;
    if (status !== 503 || tries === 20) throw new Error(`An upload answered ${status}: ${text}`);
    await pause(retryAfter * 1000);
  }
}

interface Answer {
  status: number;
  /** Seconds. */
  retryAfter: number;
  text: string;
}

function post(site: RunningSite, cookie: string, { name, bytes }: { name: string; bytes: Buffer }) {
  const boundary = `part-${randomBytes(8).toString("hex")}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    cookie,
    origin: site.url,
    "content-type": `multipart/form-data; boundary=${boundary}`,
    "content-length": body.byteLength,
  };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(`${site.url}/api/files`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.on("data", (piece) => (text += piece));
      answer.once("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfter: Number(answer.headers["retry-after"] ?? 1),
          text,
        }),
      );
    });
    sent.once("error", reject).end(body);
  });
}

function watchMemory(pid: number) {
  let peak = residentOf(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(pid));
  }, 50);
  return {
    end() {
      clearInterval(timer);
      const after = residentOf(pid);
      return {
        after: Math.round(after),
        peak: Math.round(Math.max(peak, after)),
      };
    },
  };
}

/** Resident MB of a process and its children; shared memory counts in each. */
export function residentOf(pid: number): number {
  const own = readOrEmpty(`/proc/${pid}/status`);
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(own)?.[1] ?? 0);
  const children = readThreads(pid).flatMap((thread) =>
    readOrEmpty(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
  return kilobytes / 1024 + children.reduce((sum, child) => sum + residentOf(child), 0);
}

function readThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // the process has just ended
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // the process has just ended
  }
}
