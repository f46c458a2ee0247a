import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { ask, quantile, repeatAt, time } from "./support/pace.ts";

export interface ContentionCost {
  /** Measured request and load. */
  request: string;
  /** Median and p95 in milliseconds without and with load from another client. */
  alone: Latency;
  loaded: Latency;
}

interface Latency {
  median: number;
  p95: number;
}

/** Latency for one client while another loads the site. */
export async function measureContention(): Promise<ContentionCost[]> {
  return [await measureSearches(), await measureUploads()];
}

const unfinishedPosts = 510;
const readsPerSecond = 20;
const seconds = 10;

/** Measures uncached searches while one address holds unfinished posts open. */
async function measureSearches(): Promise<ContentionCost> {
  await using site = await startSite({ env: { TRUST_PROXY: "127.0.0.1" } });
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-forwarded-for": "198.51.100.7" };
  const read = async () => {
    const status = await ask(agent, `${site.url}/search?q=web`, { headers });
    if (status !== 200) throw new Error(`A search was answered with ${status}`);
    return status;
  };
  const measure = async (of: number) => latencyOf(await repeatAt(readsPerSecond, of, () => time(read)));
  await measure(3);
  const alone = await measure(seconds);
  const posts = holdUnfinishedPosts(site);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const loaded = await measure(seconds);
  posts.end();
  agent.destroy();
  return {
    request: `search during ${unfinishedPosts} unfinished POST requests from one address`,
    alone,
    loaded,
  };
}

/** Holds unfinished posts open and replaces those that the site closes. */
function holdUnfinishedPosts(site: RunningSite) {
  const sockets = new Set<Socket>();
  let isOver = false;
  const head = `POST /api/contact HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const open = () => {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 100);
    });
    socket.resume().write(head);
  };
  for (let n = 0; n < unfinishedPosts; n += 1) open();
  return {
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

const password = "seven green mango crates";
const owner = "owner@shapla.example";
const colleague = "colleague@shapla.example";
const photos = 10;
const uploads = 10;

/** Measures uploads of a colleague while another user uploads as many profile photos as the limit allows. */
async function measureUploads(): Promise<ContentionCost> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  await createAdmin(dataDir, owner);
  await createAdmin(dataDir, colleague);
  await using site = await startSite({ dataDir });
  const [ownerCookie, colleagueCookie] = [
    await signInAt(site.url, { email: owner, password }),
    await signInAt(site.url, { email: colleague, password }),
  ];
  const photo = await makePicture(5000, 5000);
  const picture = await makePicture(400, 300);
  const upload = (n: number) =>
    time(() => post(site, "/api/files", colleagueCookie, "file", new File([picture], `picture-${n}.jpg`)));
  const measure = async () => {
    const times: number[] = [];
    for (let n = 0; n < uploads; n += 1) times.push(await upload(n));
    return latencyOf(times);
  };
  await measure();
  const alone = await measure();
  const photoUploads = Promise.all(
    Array.from({ length: photos }, () =>
      post(site, "/myprofile/photo", ownerCookie, "photo", new File([photo], "me.jpg")),
    ),
  );
  const loaded = await measure();
  const answers = await photoUploads;
  if (answers.some((status) => status >= 400)) throw new Error(`A photo was answered with ${answers}`);
  rmSync(dataDir, { recursive: true, force: true });
  return {
    request: `file upload during ${photos} uploads of a 25-megapixel profile photo`,
    alone,
    loaded,
  };
}

async function createAdmin(dataDir: string, email: string): Promise<void> {
  const env = {
    ...process.env,
    PUBLIC_URL: "http://127.0.0.1",
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
  };
  const folder = join(import.meta.dirname, "../..");
  await promisify(execFile)(process.execPath, ["cli/admin.ts", "create", email], { cwd: folder, env });
}

async function post(
  site: RunningSite,
  path: string,
  cookie: string,
  field: string,
  file: File,
): Promise<number> {
  const form = new FormData();
  form.append(field, file);
  const answer = await fetch(site.url + path, {
    method: "POST",
    headers: {
      cookie,
      origin: site.url,
    },
    body: form,
    redirect: "manual",
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Picture that is small to send and expensive to convert. */
async function makePicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 20, g: 120, b: 90 };
  return Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
}

function latencyOf(times: readonly number[]): Latency {
  return {
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

export interface SignInCost {
  /** p95 of a cached page in milliseconds, without and with sign-ins. */
  alone: number;
  loaded: number;
  ratio: number;
  /** Number of sign-ins, and their median in milliseconds. */
  signIns: number;
  median: number;
}

const signInSeconds = 20;
const pagesPerSecond = 100;
const signInsPerSecond = 10;

/** Effect of ten sign-ins per second, each with a password check, on readers of a cached page. */
export async function measureSignIns(path: string): Promise<SignInCost> {
  // Each attempt has its own network, so that the rate limit does not skip the password check.
  await using site = await startSite({ env: { TRUST_PROXY: "127.0.0.1" } });
  const agent = new Agent({ keepAlive: true });
  const read = () => time(() => ask(agent, site.url + path));
  await repeatAt(pagesPerSecond, 3, read);
  const alone = await repeatAt(pagesPerSecond, signInSeconds, read);
  const [loaded, signIns] = await Promise.all([
    repeatAt(pagesPerSecond, signInSeconds, read),
    repeatAt(signInsPerSecond, signInSeconds, (n) => time(() => signIn(agent, site.url, n))),
  ]);
  agent.destroy();
  const figures = { alone: quantile(alone, 0.95), loaded: quantile(loaded, 0.95) };
  return {
    ...figures,
    ratio: figures.loaded / figures.alone,
    signIns: signIns.length,
    median: quantile(signIns, 0.5),
  };
}

function signIn(agent: Agent, url: string, n: number): Promise<number> {
  const body = JSON.stringify({ email: `visitor-${n}@mill.example`, password: "no such password at all" });
  const address = `198.51.${100 + (n % 100)}.${1 + (n % 250)}`;
  const headers = { "content-type": "application/json", origin: url, "x-forwarded-for": address };
  return ask(agent, `${url}/api/auth/sign-in`, { method: "POST", headers, body });
}
