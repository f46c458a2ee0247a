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
import { ask, quantile, repeatAt, time } from "./pace.ts";

export interface BesideOthers {
  what: string;
  /** Median and p95 in milliseconds of somebody's own work, alone and beside the other. */
  alone: Pace;
  beside: Pace;
}

interface Pace {
  median: number;
  p95: number;
}

/** What one person does to another who uses the site at the same time. */
export async function measureBesideOthers(): Promise<BesideOthers[]> {
  return [await besideHalfSent(), await besidePortraits()];
}

const halfSent = 510;
const readsASecond = 20;
const seconds = 10;

/** Searches, which no cache answers, while one address keeps posts open that never come to their end. */
async function besideHalfSent(): Promise<BesideOthers> {
  await using site = await startSite({ env: { TRUST_PROXY: "127.0.0.1" } });
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-forwarded-for": "198.51.100.7" };
  const read = async () => {
    const status = await ask(agent, `${site.url}/search?q=web`, { headers });
    if (status !== 200) throw new Error(`A search was answered with ${status}`);
    return status;
  };
  const measure = async (of: number) => paceOf(await repeatAt(readsASecond, of, () => time(read)));
  await measure(3);
  const alone = await measure(seconds);
  const posts = keepHalfSent(site);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const beside = await measure(seconds);
  posts.end();
  agent.destroy();
  return {
    what: `a search beside ${halfSent} half-sent posts of one address`,
    alone,
    beside,
  };
}

/** Each that is given up is begun anew. */
function keepHalfSent(site: RunningSite) {
  const sockets = new Set<Socket>();
  let isOver = false;
  const head = `POST /api/contact HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nX-Forwarded-For: 203.0.113.9\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
  const begin = () => {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(begin, 100);
    });
    socket.resume().write(head);
  };
  for (let n = 0; n < halfSent; n += 1) begin();
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
const portraits = 10;
const uploads = 10;

/** Uploads of a colleague, one after another, while somebody sends as many photos of themselves as the limit allows. */
async function besidePortraits(): Promise<BesideOthers> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-bench-"));
  await createAdmin(dataDir, owner);
  await createAdmin(dataDir, colleague);
  await using site = await startSite({ dataDir });
  const [sitter, sender] = [
    await signInAt(site.url, { email: owner, password }),
    await signInAt(site.url, { email: colleague, password }),
  ];
  const portrait = await makePicture(5000, 5000);
  const picture = await makePicture(400, 300);
  const upload = (n: number) =>
    time(() => post(site, "/api/files", sender, "file", new File([picture], `picture-${n}.jpg`)));
  const measure = async () => {
    const times: number[] = [];
    for (let n = 0; n < uploads; n += 1) times.push(await upload(n));
    return paceOf(times);
  };
  await measure();
  const alone = await measure();
  const sitting = Promise.all(
    Array.from({ length: portraits }, () =>
      post(site, "/myprofile/photo", sitter, "photo", new File([portrait], "me.jpg")),
    ),
  );
  const beside = await measure();
  const answers = await sitting;
  if (answers.some((status) => status >= 400)) throw new Error(`A photo was answered with ${answers}`);
  rmSync(dataDir, { recursive: true, force: true });
  return {
    what: `an upload to the library beside ${portraits} photos of 25 megapixels for one profile`,
    alone,
    beside,
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

/** Little to send and much to draw. */
async function makePicture(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const background = { r: 20, g: 120, b: 90 };
  return Uint8Array.from(
    await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
}

function paceOf(times: readonly number[]): Pace {
  return {
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
  };
}

export interface SignInCost {
  /** p95 of a kept page in milliseconds, alone and beside the sign-ins. */
  alone: number;
  beside: number;
  ratio: number;
  /** Sign-ins answered, and the median of their time in milliseconds. */
  signIns: number;
  median: number;
}

const signInSeconds = 20;
const pagesASecond = 100;
const signInsASecond = 10;

/** What ten sign-ins a second, each with the work of a password check, do to readers of a kept page. */
export async function measureSignIns(path: string): Promise<SignInCost> {
  // Each attempt comes from a network of its own, so that the check is paid for and not the refusal.
  await using site = await startSite({ env: { TRUST_PROXY: "127.0.0.1" } });
  const agent = new Agent({ keepAlive: true });
  const read = () => time(() => ask(agent, site.url + path));
  await repeatAt(pagesASecond, 3, read);
  const alone = await repeatAt(pagesASecond, signInSeconds, read);
  const [beside, signIns] = await Promise.all([
    repeatAt(pagesASecond, signInSeconds, read),
    repeatAt(signInsASecond, signInSeconds, (n) => time(() => signIn(agent, site.url, n))),
  ]);
  agent.destroy();
  const figures = { alone: quantile(alone, 0.95), beside: quantile(beside, 0.95) };
  return {
    ...figures,
    ratio: figures.beside / figures.alone,
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
