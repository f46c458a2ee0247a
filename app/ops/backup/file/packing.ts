import { pipeline, Readable } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { isPlainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { BrokenBackup } from "./format.ts";

/**
 * Compresses lines (zstd) and encrypts them with an age key, `AGE-SECRET-KEY-1…`
 * (https://age-encryption.org/v1); null writes them unencrypted. The standard command-line tools
 * can undo both.
 */
export async function* pack(lines: AsyncIterable<string>, key: string | null): AsyncGenerator<Uint8Array> {
  const compressed = pipeline(
    Readable.from(inBlocks(lines)),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    ignoreError,
  );
  if (key === null) return yield* compressed;
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(key));
  yield* await encrypter.encrypt(asWebStream(compressed));
}

/** Access to encrypted backups. */
export interface BackupAccess {
  /** An age identity; null if unset. */
  key: string | null;
  /**
   * Accepts an unencrypted backup although a key is set. Anyone with write access to the location
   * may have made it.
   */
  takesUnsealed?: boolean;
  /** Called after the beginning is read. */
  onOpened?(is: "sealed" | "not sealed"): void;
}

/**
 * Reverses `pack`. Throws a `PlainError` for a wrong or missing key, or if a key is set but the
 * file is unencrypted; throws a `BrokenBackup` for damaged content.
 */
export async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  { key, takesUnsealed = false, onOpened }: BackupAccess,
): AsyncGenerator<Uint8Array> {
  const source = withBeginning(chunks);
  const { value: first, done } = await source.next();
  if (done) throw new BrokenBackup("This file is empty.");
  const isSealed = first.subarray(0, ageMagic.length).equals(ageMagic);
  if (!isSealed && !first.subarray(0, zstdMagic.length).equals(zstdMagic))
    throw new BrokenBackup("This is not a Frontdesk backup.");
  if (!isSealed && key !== null && !takesUnsealed)
    throw new PlainError(
      'This backup is not encrypted, though BACKUP_KEY is set: anyone with write access to the location may have made it. Take an encrypted one ("npm run backup" makes one); if you know that this one is yours, add "--unsealed".',
    );
  onOpened?.(isSealed ? "sealed" : "not sealed");
  const packed = Readable.from(prepend(first, source), { objectMode: false });
  const compressed = isSealed ? Readable.from(await unseal(packed, key)) : packed;
  try {
    yield* pipeline(compressed, createZstdDecompress(), ignoreError);
  } catch (error) {
    if (error instanceof PlainError || isSystemError(error)) throw error;
    throw new BrokenBackup("This backup is cut off, or was changed.", { cause: error });
  }
}

const ageMagic = Buffer.from("age-encryption.org/v1\n");
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The reader of the stream receives its error. */
const ignoreError = () => {};

/** Whether the error comes from reading the file, not from its content. */
function isSystemError(error: unknown): boolean {
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

/** Casts between two types of the same stream. */
function asWebStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** Yields a first chunk long enough to detect the format. */
async function* withBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begin: Buffer | null = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (begin === null) yield Buffer.from(chunk);
    else {
      begin = Buffer.concat([begin, chunk]);
      if (begin.length < ageMagic.length) continue;
      yield begin;
      begin = null;
    }
  }
  if (begin !== null && begin.length > 0) yield begin;
}

async function* prepend(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Joins lines into blocks, because each chunk costs a call. */
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

/** Adds the file name to error messages about the key. */
export async function* named<Part>(name: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    if (!isPlainError(error) || error instanceof BrokenBackup || error.message.includes(name)) throw error;
    throw new PlainError(`${name}: ${error.message}`, { cause: error });
  }
}
