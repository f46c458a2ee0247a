import { pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { isPlainError, PlainError } from "#app/platform/domain-error.ts";
import { BrokenBackup } from "./format.ts";

/**
 * Compresses lines (zstd), and seals them with a key (age, https://age-encryption.org/v1), so that both can be undone with
 * the tools of the same names as well.
 * @param key an age identity, `AGE-SECRET-KEY-1…`; null leaves the file open
 */
export async function* pack(lines: AsyncIterable<string>, key: string | null): AsyncGenerator<Uint8Array> {
  const compressed = pipeline(
    Readable.from(inBlocks(lines)),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    ignoreHere,
  );
  if (key === null) return yield* compressed;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  yield* await encrypter.encrypt(asWebStream(compressed));
}

/** How a backup is opened. */
export interface BackupAccess {
  /** An age identity; null where none is set. */
  key: string | null;
  /** Takes one that is not sealed though a key is set: anybody who can write to where backups are may have made it. */
  takesUnsealed?: boolean;
  /** Hears how it was, once its beginning is read. */
  onOpened?(is: "sealed" | "not sealed"): void;
}

/**
 * What `pack` was given. Throws a `PlainError` for a wrong or missing key and for what is not sealed though a key is set, a
 * `BrokenBackup` for what is cut off or changed.
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  { key, takesUnsealed = false, onOpened }: BackupAccess,
): AsyncGenerator<Uint8Array> {
  const source = withBeginning(chunks);
  const { value: first, done } = await source.next();
  if (done) throw new BrokenBackup("This file is empty.");
  const isSealed = first.subarray(0, ageMark.length).equals(ageMark);
  if (!isSealed && !first.subarray(0, zstdMark.length).equals(zstdMark))
    throw new BrokenBackup("This is no backup of Frontdesk.");
  if (!isSealed && key !== null && !takesUnsealed)
    throw new PlainError(
      'This backup is not encrypted, though BACKUP_KEY is set: anybody who can write to where backups are may have made it. Take one that is encrypted ("npm run backup" makes one); if you know that this one is yours, add "--unsealed".',
    );
  onOpened?.(isSealed ? "sealed" : "not sealed");
  const packed = Readable.from(following(first, source), { objectMode: false });
  const compressed = isSealed ? Readable.from(await unseal(packed, key)) : packed;
  try {
    yield* pipeline(compressed, createZstdDecompress(), ignoreHere);
  } catch (error) {
    if (error instanceof PlainError || isOfStorage(error)) throw error;
    throw new BrokenBackup("This backup is cut off, or was changed.", { cause: error });
  }
}

const ageMark = Buffer.from("age-encryption.org/v1\n");
const zstdMark = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Whoever reads from a stream hears of its error there. */
const ignoreHere = () => {};

/** An error of reading the file, not of what is in it. */
function isOfStorage(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

async function unseal(packed: Readable, key: string | null): Promise<AsyncIterable<Uint8Array>> {
  if (key === null)
    throw new PlainError("This backup is encrypted: give its key, as BACKUP_KEY or with --key FILE.");
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  try {
    return await decrypter.decrypt(asWebStream(packed));
  } catch (error) {
    throw new PlainError("This backup was encrypted with another key than the one given.", { cause: error });
  }
}

/** The same stream; Node's types of it know more methods. */
function asWebStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** The first chunk holds enough to tell what it is the beginning of. */
async function* withBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begin: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (begin === null) yield Buffer.from(chunk);
    else {
      begin = Buffer.concat([begin, chunk]);
      if (begin.length < ageMark.length) continue;
      yield begin;
      begin = null;
    }
  }
  if (begin !== null && begin.length > 0) yield begin;
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Many short lines cost a call each otherwise. */
async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let block: string[] = [];
  let length = 0;
  for await (const line of lines) {
    block.push(line);
    length += line.length;
    if (length < 65_536) continue;
    yield Buffer.from(block.join(""));
    block = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(block.join(""));
}

/** Reads a file of backups; an error about its key says which file it is. */
export async function* named<Part>(name: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    if (!isPlainError(error) || error instanceof BrokenBackup || error.message.includes(name)) throw error;
    throw new PlainError(`${name}: ${error.message}`, { cause: error });
  }
}
