import { type AskBucket, askBucket, listBucket, needAnswer } from "#app/files/store/s3-store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Bucket } from "#app/platform/settings/files-env.ts";
import { type BackupDraft, type BackupStore, draftMs } from "./backup-store.ts";

/** A part is held in memory until it is sent; S3 takes ten thousand of them, that is 80 GB, and none but the last below 5 MB. */
const partBytes = 8_000_000;

/** Keeps backups in a bucket of S3-compatible storage, in parts that become one object when the last has come. */
export function openBackupBucket(bucket: Bucket, isOurs: (name: string) => boolean): BackupStore {
  const ask = askBucket(bucket);
  const keyOf = (name: string) => {
    if (!isOurs(name)) throw new PlainError(`There is no backup ${name} in the bucket.`);
    return `${bucket.prefix}${name}`;
  };
  return {
    place: `the bucket ${[bucket.name, bucket.prefix].filter(Boolean).join("/")}`,
    write: (name) => writeParts(ask, keyOf(name)),
    read: (name) => readRanges(ask, keyOf(name)),
    async list() {
      const found = await listBucket(ask, bucket.prefix, "frontdesk-");
      return found
        .filter(({ name }) => isOurs(name))
        .map(({ name, bytes }) => ({
          name,
          bytes,
        }))
        .toSorted((a, b) => (a.name < b.name ? 1 : -1));
    },
    async remove(name) {
      const answer = await ask("DELETE", keyOf(name));
      if (answer.status !== 404) await needAnswer(answer);
    },
    tidy: (now) => abortOld(ask, bucket.prefix, now),
  };
}

async function writeParts(ask: AskBucket, key: string): Promise<BackupDraft> {
  const begun = await (await needAnswer(await ask("POST", key, { query: { uploads: "" } }))).text();
  const uploadId = readTag(begun, "UploadId");
  const etags: string[] = [];
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let bytes = 0;
  const send = async () => {
    const query = {
      partNumber: String(etags.length + 1),
      uploadId,
    };
    const answer = await needAnswer(await ask("PUT", key, { query, body: Buffer.concat(held) }));
    etags.push(answer.headers.get("etag") ?? "");
    held = [];
    heldBytes = 0;
  };
  return {
    async append(chunk) {
      held.push(chunk);
      heldBytes += chunk.byteLength;
      bytes += chunk.byteLength;
      if (heldBytes >= partBytes) await send();
    },
    async finish() {
      if (heldBytes > 0) await send();
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const said = await (await needAnswer(await ask("POST", key, { query: { uploadId }, body }))).text();
      // S3 may begin its answer with 200 before the parts are put together.
      if (/<Error>/.test(said))
        throw new Error(`The storage could not keep the backup: ${readTag(said, "Code")}`);
      return bytes;
    },
    async abandon() {
      await (await ask("DELETE", key, { query: { uploadId } })).body?.cancel();
    },
  };
}

/** One range after the other, so that a slow reader holds no connection open. */
async function* readRanges(ask: AskBucket, key: string): AsyncGenerator<Uint8Array> {
  for (let from = 0; ; from += partBytes) {
    const answer = await ask("GET", key, { headers: { range: `bytes=${from}-${from + partBytes - 1}` } });
    if (answer.status === 404) {
      await answer.body?.cancel();
      throw new PlainError("There is no such backup in the bucket.");
    }
    // The end was right behind the range before.
    if (answer.status === 416) return void (await answer.body?.cancel());
    const bytes = new Uint8Array(await (await needAnswer(answer)).arrayBuffer());
    yield bytes;
    // A storage that knows no ranges sends the whole.
    if (bytes.byteLength < partBytes || answer.status === 200) return;
  }
}

/** Parts whose upload was never finished cost as much as others. */
async function abortOld(ask: AskBucket, prefix: string, now: Date): Promise<void> {
  const query = {
    uploads: "",
    prefix: `${prefix}frontdesk-`,
  };
  const xml = await (await needAnswer(await ask("GET", "", { query }))).text();
  for (const [upload = ""] of xml.matchAll(/<Upload>.*?<\/Upload>/gs)) {
    const begun = new Date(readTag(upload, "Initiated")).getTime();
    if (!(begun < now.getTime() - draftMs)) continue;
    const answer = await ask("DELETE", readTag(upload, "Key"), {
      query: { uploadId: readTag(upload, "UploadId") },
    });
    await answer.body?.cancel();
  }
}

function readTag(xml: string, tag: string): string {
  const [, text = ""] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml) ?? [];
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
