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

/** Attempts for a request without answer, or with a temporary error. */
const maxAttempts = 4;
const timeoutMs = 30_000;

/**
 * Stores files in an S3-compatible bucket; uploads in progress stay in a local folder. S3 replaces
 * objects atomically.
 */
export function openS3Store(bucket: Bucket, drafts: Drafts): FileStore & { check(): Promise<void> } {
  const request = createBucketClient(bucket);
  const keyOf = (name: string) => {
    checkName(name);
    return `${bucket.prefix}${name}`;
  };
  const list = (prefix: string) => listBucket(request, bucket.prefix, prefix);
  const trashKey = (file: TrashedFile) => `${bucket.prefix}${trashPath(file)}`;
  const read = (key: string) => readObject(request, key);
  const remove = async (key: string) => {
    const answer = await request("DELETE", key);
    if (answer.status !== 404) await needAnswer(answer);
  };
  /** S3 cannot rename, so this copies before it removes. */
  const move = async (from: string, to: string) => {
    if (await copy(request, bucket.name, from, to)) await remove(from);
  };
  return {
    async put(name, bytes) {
      await needAnswer(await request("PUT", keyOf(name), { body: bytes }));
    },
    read: async (name) => read(keyOf(name)),
    // Other programs may use the same bucket.
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
      await needAnswer(await request("PUT", `${bucket.prefix}${markName}`, { body: Buffer.from(text) }));
    },
    receive: drafts.receive,
    removeStale: drafts.removeStale,
    async check() {
      const answer = await request("GET", "", { query: { "list-type": "2", "max-keys": "1" } });
      if (answer.ok) return void (await answer.body?.cancel());
      if (answer.status >= 500) return void (await needAnswer(answer));
      const reason = `${answer.status} ${await readCode(answer)}`.trim();
      throw new WrongSetting("FILES_URL", `the storage answered ${reason}; check the bucket, key and region`);
    },
  };
}

/** The ownership mark of a bucket; null without one. */
export async function readBucketMark(bucket: Bucket): Promise<string | null> {
  return (
    (await readObject(createBucketClient(bucket), `${bucket.prefix}${markName}`))?.toString("utf8") ?? null
  );
}

async function readObject(request: BucketClient, key: string): Promise<Buffer<ArrayBuffer> | null> {
  const answer = await request("GET", key);
  if (answer.status !== 404) return Buffer.from(await (await needAnswer(answer)).arrayBuffer());
  await answer.body?.cancel();
  return null;
}

export type BucketClient = (
  method: "GET" | "PUT" | "DELETE" | "POST",
  key: string,
  more?: { body?: Uint8Array; query?: Record<string, string>; headers?: Record<string, string> },
) => Promise<Response>;

/**
 * Makes a client that signs requests (AWS Signature Version 4) and retries them; all requests are
 * idempotent.
 */
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
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === maxAttempts;
      const request = await client.sign(url, { method, headers, ...(body && { body: Buffer.from(body) }) });
      const answer = await fetch(request, {
        signal: AbortSignal.timeout(timeoutMs),
        // A signature is valid for one host; a bucket in its own region never redirects.
        redirect: "error",
      }).catch((error) => {
        if (isLast)
          throw new StoreUnavailable(`The file storage at ${endpoint.host} gave no answer`, { cause: error });
        return null;
      });
      if (answer && (isLast || (answer.status < 500 && answer.status !== 429))) return answer;
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 50 * 4 ** attempt * (0.5 + Math.random() / 2)));
    }
  };
}

export interface BucketObject extends StoredFile {
  bytes: number;
}

/** Lists all objects below a prefix. Names are returned without `sitePrefix`. */
export async function listBucket(
  request: BucketClient,
  sitePrefix: string,
  prefix: string,
): Promise<BucketObject[]> {
  const found: BucketObject[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const query = {
      "list-type": "2",
      prefix: `${sitePrefix}${prefix}`,
      ...(next && { "continuation-token": next }),
    };
    const page = readListing(await (await needAnswer(await request("GET", "", { query }))).text());
    found.push(...page.files.map((file) => ({ ...file, name: file.name.slice(sitePrefix.length) })));
    next = page.next;
  }
  return found;
}

/**
 * Copies an object; returns false if it is missing. S3 may answer 200 and report an error in the
 * body.
 */
async function copy(request: BucketClient, bucket: string, from: string, to: string): Promise<boolean> {
  const answer = await request("PUT", to, {
    headers: { "x-amz-copy-source": `/${bucket}/${from}` },
  });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return false;
  }
  const body = await (await needAnswer(answer)).text();
  if (/<Error>/.test(body)) throw new StoreUnavailable("The file storage failed to copy a file");
  return true;
}

/** Returns a successful response, else throws. */
export async function needAnswer(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const message = `The file storage answered ${answer.status} ${await readCode(answer)}`.trim();
  throw answer.status >= 500 ? new StoreUnavailable(message) : new Error(message);
}

/** The error code of S3, such as AccessDenied. */
async function readCode(answer: Response): Promise<string> {
  return /<Code>(\w{1,60})<\/Code>/.exec(await answer.text())?.[1] ?? "";
}

/** The content type, for other tools that read the bucket. */
function typeOf(key: string): { "content-type": string } {
  const types: Record<string, string> = { avif: "image/avif", webp: "image/webp", pdf: "application/pdf" };
  return { "content-type": types[key.split(".").at(-1) ?? ""] ?? "application/octet-stream" };
}

/**
 * Parses one page of a bucket listing (ListObjectsV2); `next` is the continuation token or null.
 */
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
