import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { forceFolder } from "#app/files/store/disk-store.ts";
import { type BucketClient, createBucketClient, listBucket, needAnswer } from "#app/files/store/s3-store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { BackupEnv, Bucket } from "#app/platform/settings/files-env.ts";

/** Where backups are kept, each under the name that `backupName` made. */
export interface BackupStore {
  /** For people. */
  place: string;
  /** Nothing has the name before `finish`, however the process ends. */
  write(name: string): Promise<BackupDraft>;
  /** Throws a `PlainError` when there is no such backup. */
  read(name: string): AsyncIterable<Uint8Array>;
  list(): Promise<StoredBackup[]>;
  /** No error when there is none. */
  remove(name: string): Promise<void>;
  /** Removes what killed processes have left half written. */
  cleanUp(now: Date): Promise<void>;
}

interface BackupDraft {
  append(chunk: Uint8Array): Promise<void>;
  /** It has reached the disk under its name when this resolves; answers how many bytes. */
  finish(): Promise<number>;
  abandon(): Promise<void>;
}

export interface StoredBackup {
  name: string;
  bytes: number;
}

/** Longer than a backup that is still being written keeps silent. */
export const draftMs = 6 * 3_600_000;

/**
 * The place of backups that the deployer chose.
 * @param isOurs which names it keeps, lists and removes; all others are left alone
 */
export function openBackupStore(
  place: BackupEnv["place"],
  isOurs: (name: string) => boolean = isBackupName,
): BackupStore {
  return "folder" in place ? openBackupFolder(place.folder, isOurs) : openBackupBucket(place.bucket, isOurs);
}

/** Keeps backups in a folder, for this user's eyes alone: written beside, forced to the disk, then renamed. */
function openBackupFolder(folder: string, isOurs: (name: string) => boolean): BackupStore {
  const pathOf = (name: string) => {
    if (!isOurs(name)) throw new PlainError(`There is no backup ${name} in ${folder}.`);
    return join(folder, name);
  };
  return {
    place: folder,
    async write(name) {
      await mkdir(folder, {
        recursive: true,
        mode: 0o700,
      });
      const path = pathOf(name);
      const draft = `${path}${draftEnding}`;
      const file = await open(draft, "wx", 0o600);
      let bytes = 0;
      return {
        async append(chunk) {
          await file.writeFile(chunk).catch((error) => {
            // The system names no file that is open already.
            throw Object.assign(error, { path });
          });
          bytes += chunk.byteLength;
        },
        async finish() {
          await file.sync();
          await file.close();
          await rename(draft, path);
          await forceFolder(folder);
          return bytes;
        },
        async abandon() {
          await file.close();
          await rm(draft, { force: true });
        },
      };
    },
    read: (name) => readBackupFile(pathOf(name)),
    list: () => listFolder(folder, isOurs),
    remove: (name) => rm(pathOf(name), { force: true }),
    async cleanUp(now) {
      for (const name of await namesIn(folder)) {
        if (!name.endsWith(draftEnding) || !isOurs(name.slice(0, -draftEnding.length))) continue;
        const found = await stat(join(folder, name)).catch(() => null);
        if (found && found.mtimeMs < now.getTime() - draftMs) await rm(join(folder, name), { force: true });
      }
    },
  };
}

const draftEnding = ".draft";

/** Any file that is said to be a backup. Throws a `PlainError` when it can't be read. */
export async function* readBackupFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1 << 18 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") throw new PlainError(`There is no file ${path}.`);
    if (code === "EISDIR") throw new PlainError(`${path} is a folder; name a backup in it.`);
    throw error;
  }
}

async function listFolder(folder: string, isOurs: (name: string) => boolean): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(folder)) {
    if (!isOurs(name)) continue;
    const about = await stat(join(folder, name)).catch(() => null);
    if (about)
      found.push({
        name,
        bytes: about.size,
      });
  }
  return found.toSorted((a, b) => (a.name < b.name ? 1 : -1));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** A part is held in memory until it is sent; S3 takes ten thousand of them, that is 80 GB, and none but the last below 5 MB. */
const partBytes = 8_000_000;

/** Keeps backups in a bucket of S3-compatible storage, in parts that become one object when the last has come. */
function openBackupBucket(bucket: Bucket, isOurs: (name: string) => boolean): BackupStore {
  const ask = createBucketClient(bucket);
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
    cleanUp: (now) => abortOld(ask, bucket.prefix, now),
  };
}

async function writeParts(ask: BucketClient, key: string): Promise<BackupDraft> {
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

/** Enough for whoever reads the first line alone. */
const beginBytes = 500_000;

/** One range after the other, so that a slow reader holds no connection open. */
async function* readRanges(ask: BucketClient, key: string): AsyncGenerator<Uint8Array> {
  let length = beginBytes;
  for (let from = 0; ; ) {
    const answer = await ask("GET", key, { headers: { range: `bytes=${from}-${from + length - 1}` } });
    if (answer.status === 404) {
      await answer.body?.cancel();
      throw new PlainError("There is no such backup in the bucket.");
    }
    // The end was right behind the range before.
    if (answer.status === 416) return void (await answer.body?.cancel());
    const bytes = new Uint8Array(await (await needAnswer(answer)).arrayBuffer());
    yield bytes;
    // A storage that knows no ranges sends the whole.
    if (bytes.byteLength < length || answer.status === 200) return;
    from += length;
    length = partBytes;
  }
}

/** Parts whose upload was never finished cost as much as others. */
async function abortOld(ask: BucketClient, prefix: string, now: Date): Promise<void> {
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

/** Why a backup was made; part of its name. */
export const backupReasons = ["daily", "requested", "command", "update"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Clocks of machines differ by less. */
const mostAheadMs = 3_600_000;

/** Whether a backup is dated in the future: by a clock that was wrong, or by somebody else. Such a one is never the newest. */
export function isAhead(takenAt: Date | string, now: Date): boolean {
  return new Date(takenAt).getTime() > now.getTime() + mostAheadMs;
}

/** Such as `frontdesk-20261123T150000Z-daily-1f0a.jsonl.zst.age`: sorted by name, they are sorted by time. */
export function backupName(takenAt: Date, reason: BackupReason, isSealed: boolean): string {
  const moment = takenAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const ending = isSealed ? "jsonl.zst.age" : "jsonl.zst";
  return `frontdesk-${moment}Z-${reason}-${randomBytes(2).toString("hex")}.${ending}`;
}

const pattern =
  /^frontdesk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(daily|requested|command|update)-[0-9a-f]{4}\.jsonl\.zst(\.age)?$/;

function isBackupName(name: string): boolean {
  return readBackupName(name) !== null;
}

/** What a name says; null for one that is no backup's. */
export function readBackupName(
  name: string,
): { takenAt: Date; reason: BackupReason; isSealed: boolean } | null {
  const [, year, month, day, hour, minute, second, word, age] = pattern.exec(name) ?? [];
  const reason = backupReasons.find((one) => one === word);
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!reason || Number.isNaN(takenAt.getTime())) return null;
  return {
    takenAt,
    reason,
    isSealed: age !== undefined,
  };
}

/** Sorts the newest first. What is named ahead of now counts as older than all others. */
export function byMoment(now: Date): (one: { takenAt: Date }, other: { takenAt: Date }) => number {
  return ({ takenAt: one }, { takenAt: other }) =>
    Number(isAhead(one, now)) - Number(isAhead(other, now)) || other.getTime() - one.getTime();
}

/** A line for whoever restores the latest. */
export function formatAhead(names: readonly string[]): string {
  const [name = "", ...others] = names;
  const more =
    others.length === 0 ? "" : ` So ${others.length === 1 ? "is one more" : `are ${others.length} more`}.`;
  return `${name} is passed over: the moment in its name is still to come, so the clock was ahead when it was made.${more}`;
}
