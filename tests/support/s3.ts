import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export const bucketName = "kolpona-files";
const keyId = "TESTKEY";
const secret = "a/secret+of the test";
const region = "ap-test-1";
/** Number of objects in a page, small so that every list has several pages. */
const pageSize = 2;

/** Bucket on loopback with its own check of each signature (AWS Signature Version 4). */
export interface TestBucket extends AsyncDisposable {
  /** Value for FILES_URL. */
  filesUrl: string;
  objects: Map<string, { bytes: Buffer; type: string }>;
  /** Answers the next requests with 503. */
  failNext(times: number): void;
  /** Redirects every further request to the same key of another bucket. */
  redirectTo(other: TestBucket): void;
  /** Number of open multipart uploads. */
  unfinished(): number;
  /** Number of received requests, failed ones included. */
  requests(): number;
  url: string;
  stop(): Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const objects: TestBucket["objects"] = new Map();
  const uploads: Uploads = new Map();
  let [failures, requests] = [0, 0];
  let redirectTarget: string | null = null;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await readBody(request);
    if (redirectTarget) return void response.writeHead(307, { location: redirectTarget + request.url }).end();
    if (failures > 0) {
      failures -= 1;
      return refuse(response, 503, "SlowDown");
    }
    if (!isSigned(request, body)) return refuse(response, 403, "SignatureDoesNotMatch");
    const url = new URL(request.url ?? "/", "http://bucket");
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== bucketName) return refuse(response, 404, "NoSuchBucket");
    const bucketRequest = { request, response, body, url, key: rest.join("/") };
    if (!answerUpload(objects, uploads, bucketRequest)) answerObject(objects, bucketRequest);
  });
  const { port } = await listen(server);
  const stop = async () => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), "close");
  };
  const credentials = `${keyId}:${encodeURIComponent(secret)}`;
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  return {
    filesUrl: `s3://${credentials}@${bucketName}/site?endpoint=${endpoint}&region=${region}`,
    objects,
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    unfinished: () => uploads.size,
    redirectTo({ url }) {
      redirectTarget = url;
    },
    failNext(times) {
      failures = times;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

interface BucketRequest {
  request: IncomingMessage;
  response: ServerResponse;
  body: Buffer;
  url: URL;
  key: string;
}

/** Multipart uploads by id. */
type Uploads = Map<string, { key: string; begun: Date; parts: Map<number, Buffer> }>;

/** Handles requests of multipart uploads. @returns whether it was one */
function answerUpload(
  objects: TestBucket["objects"],
  uploads: Uploads,
  { request, response, body, url, key }: BucketRequest,
): boolean {
  const { searchParams: query } = url;
  const id = query.get("uploadId");
  if (query.has("uploads")) {
    if (request.method === "POST") {
      const uploadId = `upload-${uploads.size + 1}&"`;
      uploads.set(uploadId, { key, begun: new Date(), parts: new Map() });
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${escapeXml(uploadId)}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else {
      const list = [...uploads].map(
        ([uploadId, upload]) =>
          `<Upload><Key>${upload.key}</Key><UploadId>${escapeXml(uploadId)}</UploadId><Initiated>${upload.begun.toISOString()}</Initiated></Upload>`,
      );
      response.end(`<ListMultipartUploadsResult>${list.join("")}</ListMultipartUploadsResult>`);
    }
    return true;
  }
  if (id === null) return false;
  const upload = uploads.get(id);
  if (!upload) refuse(response, 404, "NoSuchUpload");
  else if (request.method === "PUT") {
    upload.parts.set(Number(query.get("partNumber")), body);
    response.writeHead(200, { etag: `"${sha256(body)}"` }).end();
  } else if (request.method === "DELETE") {
    uploads.delete(id);
    response.writeHead(204).end();
  } else {
    const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    const named = [...body.toString().matchAll(/<ETag>"(\w+)"<\/ETag>/g)].map(([, etag]) => etag);
    // S3 rejects parts below 5 MB except the last, and parts with other ETags than it returned.
    if (parts.slice(0, -1).some((part) => part.length < 5 * 2 ** 20)) refuse(response, 400, "EntityTooSmall");
    else if (named.join() !== parts.map(sha256).join()) refuse(response, 400, "InvalidPart");
    else {
      objects.set(key, { bytes: Buffer.concat(parts), type: "" });
      uploads.delete(id);
      response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
    }
  }
  return true;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function answerObject(
  objects: TestBucket["objects"],
  { request, response, body, url, key }: BucketRequest,
): void {
  const source = request.headers["x-amz-copy-source"];
  if (request.method === "PUT" && source) {
    const original = objects.get(String(source).split("/").slice(2).join("/"));
    if (original) {
      objects.set(key, original);
      response.end("<CopyObjectResult></CopyObjectResult>");
    } else refuse(response, 404, "NoSuchKey");
    return;
  }
  if (request.method === "PUT") {
    objects.set(key, { bytes: body, type: request.headers["content-type"] ?? "" });
    response.end();
    return;
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    response.writeHead(204).end();
    return;
  }
  if (key === "") {
    response.end(listing(objects, url.searchParams));
    return;
  }
  const found = objects.get(key);
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
  if (found && from !== undefined) {
    if (Number(from) >= found.bytes.length) refuse(response, 416, "InvalidRange");
    else response.writeHead(206).end(found.bytes.subarray(Number(from), Number(to) + 1));
  } else if (found) response.end(found.bytes);
  else refuse(response, 404, "NoSuchKey");
}

function listing(objects: TestBucket["objects"], query: URLSearchParams): string {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token")?.slice(1) ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const shown = keys.slice(0, pageSize);
  const next =
    keys.length > pageSize ? `<NextContinuationToken>&amp;${shown.at(-1)}</NextContinuationToken>` : "";
  const contents = shown.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><Size>${objects.get(key)?.bytes.length}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${next}${contents.join("")}</ListBucketResult>`;
}

function isSigned({ method, url = "", headers }: IncomingMessage, body: Buffer): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/;
  const [, accessKey, day, signedRegion, names = "", signature] =
    pattern.exec(headers.authorization ?? "") ?? [];
  const hash = String(headers["x-amz-content-sha256"]);
  if (accessKey !== keyId || signedRegion !== region || !names.split(";").includes("host")) return false;
  if (body.length > 0 && hash !== sha256(body)) return false;
  const [path, query = ""] = url.split("?");
  const canonical = [
    method,
    path,
    query.split("&").sort().join("&").replaceAll("+", "%20"),
    ...names.split(";").map((name) => `${name}:${headers[name]}`),
    "",
    names,
    hash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const key = [String(day), region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString("hex") === signature;
}

function sha256(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

async function listen(server: Server): Promise<{ port: number }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server.address() as { port: number }; // it listens on a port
}
