import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "#app/domain/files/store/disk-store.ts";
import {
  type BucketClient,
  createBucketClient,
  listBucket,
  needAnswer,
} from "#app/domain/files/store/s3-store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { BackupEnv, Bucket } from "#app/platform/settings/files-env.ts";

/** Storage of backups, each under a name from `backupName`. */
export interface BackupStore {
  /** Name for messages. */
  place: string;
  /** The name exists only after `finish`, even if the process is killed. */
  write(name: string): Promise<BackupDraft>;
  /** Throws a `PlainError` if the backup does not exist. */
  read(name: string): AsyncIterable<Uint8Array>;
  list(): Promise<StoredBackup[]>;
  /** Succeeds if the backup does not exist. */
  remove(name: string): Promise<void>;
  /** Removes drafts left by killed processes. */
  cleanUp(now: Date): Promise<void>;
}

interface BackupDraft {
  append(chunk: Uint8Array): Promise<void>;
  /** Resolves with the size in bytes once the backup is on disk under its name. */
  finish(): Promise<number>;
  abandon(): Promise<void>;
}

export interface StoredBackup {
  name: string;
  bytes: number;
}

/** Minimum age of an abandoned draft, longer than any pause while writing. */
export const draftMs = 6 * 3_600_000;

/**
 * Opens the configured backup location. `isOurs` selects the names it stores, lists and removes;
 * other names stay untouched.
 */
export function openBackupStore(
  place: BackupEnv["place"],
  isOurs: (name: string) => boolean = isBackupName,
): BackupStore {
  return "folder" in place ? openBackupFolder(place.folder, isOurs) : openBackupBucket(place.bucket, isOurs);
}

/**
 * Stores backups in a folder readable only by this user: writes a draft, syncs it, then renames it.
 */
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
            // Errors on an open file handle carry no path.
            throw Object.assign(error, { path });
          });
          bytes += chunk.byteLength;
        },
        async finish() {
          await file.sync();
          await file.close();
          await rename(draft, path);
          await syncFolder(folder);
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

/** Reads any backup file. Throws a `PlainError` if it is missing or a folder. */
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

/** S3 allows 10,000 parts (80 GB) of at least 5 MB, except the last; one part is in memory. */
const partBytes = 8_000_000;

/** Stores backups in an S3-compatible bucket as multipart uploads. */
function openBackupBucket(bucket: Bucket, isOurs: (name: string) => boolean): BackupStore {
  const request = createBucketClient(bucket);
  const keyOf = (name: string) => {
    if (!isOurs(name)) throw new PlainError(`There is no backup ${name} in the bucket.`);
    return `${bucket.prefix}${name}`;
  };
  return {
    place: `the bucket ${[bucket.name, bucket.prefix].filter(Boolean).join("/")}`,
    write: (name) => writeParts(request, keyOf(name)),
    read: (name) => readRanges(request, keyOf(name)),
    async list() {
      const found = await listBucket(request, bucket.prefix, "frontdesk-");
      return found
        .filter(({ name }) => isOurs(name))
        .map(({ name, bytes }) => ({
          name,
          bytes,
        }))
        .toSorted((a, b) => (a.name < b.name ? 1 : -1));
    },
    async remove(name) {
      const answer = await request("DELETE", keyOf(name));
      if (answer.status !== 404) await needAnswer(answer);
    },
    cleanUp: (now) => abortOld(request, bucket.prefix, now),
  };
}

async function writeParts(request: BucketClient, key: string): Promise<BackupDraft> {
  const started = await (await needAnswer(await request("POST", key, { query: { uploads: "" } }))).text();
  const uploadId = readTag(started, "UploadId");
  const etags: string[] = [];
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  let bytes = 0;
  const send = async () => {
    const query = {
      partNumber: String(etags.length + 1),
      uploadId,
    };
    const answer = await needAnswer(await request("PUT", key, { query, body: Buffer.concat(buffered) }));
    etags.push(answer.headers.get("etag") ?? "");
    buffered = [];
    bufferedBytes = 0;
  };
  return {
    async append(chunk) {
      buffered.push(chunk);
      bufferedBytes += chunk.byteLength;
      bytes += chunk.byteLength;
      if (bufferedBytes >= partBytes) await send();
    },
    async finish() {
      if (bufferedBytes > 0) await send();
      const parts = etags.map(
        (etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
      );
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const response = await (
        await needAnswer(await request("POST", key, { query: { uploadId }, body }))
      ).text();
      // S3 may answer 200 and report the error in the body.
      if (/<Error>/.test(response))
        throw new Error(`The storage failed to save the backup: ${readTag(response, "Code")}`);
      return bytes;
    },
    async abandon() {
      await (await request("DELETE", key, { query: { uploadId } })).body?.cancel();
    },
  };
}

/** Size of the first range, enough for readers of the header. */
const beginBytes = 500_000;

/** Reads range by range, so that a slow reader keeps no connection open. */
async function* readRanges(request: BucketClient, key: string): AsyncGenerator<Uint8Array> {
  let length = beginBytes;
  for (let from = 0; ; ) {
    const answer = await request("GET", key, { headers: { range: `bytes=${from}-${from + length - 1}` } });
    if (answer.status === 404) {
      await answer.body?.cancel();
      throw new PlainError("There is no such backup in the bucket.");
    }
    // The previous range ended at the end of the object.
    if (answer.status === 416) return void (await answer.body?.cancel());
    const bytes = new Uint8Array(await (await needAnswer(answer)).arrayBuffer());
    yield bytes;
    // Storage without range support sends the whole object.
    if (bytes.byteLength < length || answer.status === 200) return;
    from += length;
    length = partBytes;
  }
}

/** Aborts unfinished uploads, whose parts cost storage. */
async function abortOld(request: BucketClient, prefix: string, now: Date): Promise<void> {
  const query = {
    uploads: "",
    prefix: `${prefix}frontdesk-`,
  };
  const xml = await (await needAnswer(await request("GET", "", { query }))).text();
  for (const [upload = ""] of xml.matchAll(/<Upload>.*?<\/Upload>/gs)) {
    const startedAt = new Date(readTag(upload, "Initiated")).getTime();
    if (!(startedAt < now.getTime() - draftMs)) continue;
    const answer = await request("DELETE", readTag(upload, "Key"), {
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

/** The reason for a backup; part of its name. */
export const backupReasons = ["daily", "requested", "command", "update"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Tolerated difference between machine clocks. */
const maxAheadMs = 3_600_000;

/**
 * Whether a backup is dated in the future, because of a wrong clock or forgery. Such a backup never
 * counts as the newest.
 */
export function isAhead(takenAt: Date | string, now: Date): boolean {
  return new Date(takenAt).getTime() > now.getTime() + maxAheadMs;
}

/**
 * Makes a name such as `frontdesk-20261123T150000Z-daily-1f0a.jsonl.zst.age`. Names sort by time.
 */
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

/** Parses a backup name; null for any other name. */
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

/** Sorts the newest first; backups dated in the future come last. */
export function byMoment(now: Date): (one: { takenAt: Date }, other: { takenAt: Date }) => number {
  return ({ takenAt: one }, { takenAt: other }) =>
    Number(isAhead(one, now)) - Number(isAhead(other, now)) || other.getTime() - one.getTime();
}

/** A log line about skipped backups that are dated in the future. */
export function formatFutureBackups(names: readonly string[]): string {
  const [name = "", ...others] = names;
  const more =
    others.length === 0 ? "" : ` ${others.length} more ${others.length === 1 ? "is" : "are"} skipped too.`;
  return `${name} is skipped: its name has a future time, so the clock was ahead when it was made.${more}`;
}
