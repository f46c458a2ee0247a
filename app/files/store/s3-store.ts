import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { SaxesParser } from "saxes";
import type { Bucket } from "#app/platform/settings/files-env.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import {
  checkName,
  type Drafts,
  type FileStore,
  isName,
  markName,
  readTrashPath,
  type StoredFile,
  StoreUnavailable,
  type TrashedFile,
  trashName,
  trashPath,
} from "./store.ts";

/** How often a request is tried that met no answer, or one that says "later". */
const mostTries = 4;
const patienceMs = 30_000;

/**
 * Keeps files in a bucket of S3-compatible storage; what is still coming in waits in a folder of this machine. A put
 * replaces the whole object or nothing (S3 knows no half of one).
 */
export function openS3Store(bucket: Bucket, drafts: Drafts): FileStore & { check(): Promise<void> } {
  const ask = createBucketClient(bucket);
  const keyOf = (name: string) => {
    checkName(name);
    return `${bucket.prefix}${name}`;
  };
  const list = (prefix: string) => listBucket(ask, bucket.prefix, prefix);
  const trashKey = (file: TrashedFile) => `${bucket.prefix}${trashPath(file)}`;
  const read = (key: string) => readObject(ask, key);
  const remove = async (key: string) => {
    const answer = await ask("DELETE", key);
    if (answer.status !== 404) await needAnswer(answer);
  };
  /** S3 knows no renaming: the copy is there before the original goes. */
  const move = async (from: string, to: string) => {
    if (await copy(ask, bucket.name, from, to)) await remove(from);
  };
  return {
    async put(name, bytes) {
      await needAnswer(await ask("PUT", keyOf(name), { body: bytes }));
    },
    read: async (name) => read(keyOf(name)),
    // Others may keep things in the same bucket.
    list: async () => (await list("")).filter(({ name }) => isName(name)),
    async listOf(id) {
      checkName(`${id}/any.file`);
      return (await list(`${id}/`)).map(({ name }) => name).filter(isName);
    },
    remove: async (name) => remove(keyOf(name)),
    async discard(name, day) {
      await move(
        keyOf(name),
        trashKey({
          name,
          day,
        }),
      );
    },
    listTrash: async () => (await list(`${trashName}/`)).flatMap(({ name }) => readTrashPath(name) ?? []),
    bringBack: async (file) => move(trashKey(file), keyOf(file.name)),
    purge: async (file) => remove(trashKey(file)),
    readMark: () => readBucketMark(bucket),
    async writeMark(text) {
      await needAnswer(await ask("PUT", `${bucket.prefix}${markName}`, { body: Buffer.from(text) }));
    },
    receive: drafts.receive,
    removeStale: drafts.removeStale,
    async check() {
      const answer = await ask("GET", "", { query: { "list-type": "2", "max-keys": "1" } });
      if (answer.ok) return void (await answer.body?.cancel());
      if (answer.status >= 500) return void (await needAnswer(answer));
      const said = `${answer.status} ${await readCode(answer)}`.trim();
      throw new WrongSetting("FILES_URL", `the storage answered ${said}; look at its bucket, key and region`);
    },
  };
}

/** The mark of a bucket's folder; null where there is none. */
export async function readBucketMark(bucket: Bucket): Promise<string | null> {
  return (
    (await readObject(createBucketClient(bucket), `${bucket.prefix}${markName}`))?.toString("utf8") ?? null
  );
}

async function readObject(ask: BucketClient, key: string): Promise<Buffer<ArrayBuffer> | null> {
  const answer = await ask("GET", key);
  if (answer.status !== 404) return Buffer.from(await (await needAnswer(answer)).arrayBuffer());
  await answer.body?.cancel();
  return null;
}

export type BucketClient = (
  method: "GET" | "PUT" | "DELETE" | "POST",
  key: string,
  more?: { body?: Uint8Array; query?: Record<string, string>; headers?: Record<string, string> },
) => Promise<Response>;

/** Signs (AWS Signature Version 4) and asks; every request may be repeated, since each leaves the same behind. */
export function createBucketClient({ name, endpoint, region, keyId, secret }: Bucket): BucketClient {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: "s3", region });
  return async (method, key, { body, query = {}, headers: extraHeaders = {} } = {}) => {
    const url = new URL(`/${name}/${key}`, endpoint);
    url.search = new URLSearchParams(query).toString();
    const headers = body
      ? {
          ...extraHeaders,
          "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
          ...typeOf(key),
        }
      : extraHeaders;
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === mostTries;
      const request = await client.sign(url, { method, headers, ...(body && { body: Buffer.from(body) }) });
      const answer = await fetch(request, {
        signal: AbortSignal.timeout(patienceMs),
        // A signed request is for this host alone; no bucket in its own region answers by another address.
        redirect: "error",
      }).catch((error) => {
        if (isLast)
          throw new StoreUnavailable(`The file storage at ${endpoint.host} gave no answer`, { cause: error });
        return null;
      });
      if (answer && (isLast || (answer.status < 500 && answer.status !== 429))) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 50 * 4 ** tries * (0.5 + Math.random() / 2)));
    }
  };
}

export interface BucketObject extends StoredFile {
  bytes: number;
}

/** @param ours what is taken from the beginning of each name */
export async function listBucket(ask: BucketClient, ours: string, prefix: string): Promise<BucketObject[]> {
  const found: BucketObject[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const query = {
      "list-type": "2",
      prefix: `${ours}${prefix}`,
      ...(next && { "continuation-token": next }),
    };
    const page = readListing(await (await needAnswer(await ask("GET", "", { query }))).text());
    found.push(...page.files.map((file) => ({ ...file, name: file.name.slice(ours.length) })));
    next = page.next;
  }
  return found;
}

/** Whether there was something to copy. S3 may begin its answer with 200 before the copy fails. */
async function copy(ask: BucketClient, bucket: string, from: string, to: string): Promise<boolean> {
  const answer = await ask("PUT", to, {
    headers: { "x-amz-copy-source": `/${bucket}/${from}` },
  });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return false;
  }
  const said = await (await needAnswer(answer)).text();
  if (/<Error>/.test(said)) throw new StoreUnavailable("The file storage could not copy a file");
  return true;
}

/** The answer, unless it says that something went wrong. */
export async function needAnswer(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const said = `The file storage answered ${answer.status} ${await readCode(answer)}`.trim();
  throw answer.status >= 500 ? new StoreUnavailable(said) : new Error(said);
}

/** What S3 calls the trouble, such as AccessDenied. */
async function readCode(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? "";
}

/** For whoever looks into the bucket with other tools. */
function typeOf(key: string): { "content-type": string } {
  const types: Record<string, string> = { avif: "image/avif", webp: "image/webp", pdf: "application/pdf" };
  return { "content-type": types[key.split(".").at(-1) ?? ""] ?? "application/octet-stream" };
}

/** One page of a bucket's objects (ListObjectsV2); `next` is the token of the page after, or null. */
function readListing(xml: string): { files: BucketObject[]; next: string | null } {
  const files: BucketObject[] = [];
  let next: string | null = null;
  let text = "";
  let name = "";
  let changedAt = new Date(0);
  let bytes = 0;
  const parser = new SaxesParser();
  parser.on("opentag", () => (text = ""));
  parser.on("text", (part) => (text += part));
  parser.on("closetag", ({ name: tag }) => {
    if (tag === "Key") name = text;
    if (tag === "LastModified") changedAt = new Date(text);
    if (tag === "Size") bytes = Number(text);
    if (tag === "NextContinuationToken") next = text;
    if (tag === "Contents") files.push({ name, changedAt, bytes });
  });
  parser.write(xml).close();
  return { files, next };
}
