export interface StoredFile {
  name: string;
  /** When it was last written. */
  changedAt: Date;
}

/** Where the bytes of files are kept; names are `<file id>/<name>`. */
export interface FileStore {
  /** Keeps the whole file or nothing; it has reached the disk when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  list(): Promise<StoredFile[]>;
  /** The names kept of one file. */
  listOf(id: string): Promise<string[]>;
  /** No error when there is none. */
  remove(name: string): Promise<void>;
  /** Puts aside what is still coming in, so that many at once don't fill the memory; nothing is kept by it. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<Draft>;
  /** Removes what a killed process left half written. */
  tidy(now: Date): Promise<void>;
}

/** The store gave no answer, or nothing but trouble; it may be back in a moment. */
export class StoreAway extends Error {
  override name = "StoreAway";
}

/** Bytes that have come in and are not looked through yet. */
export interface Draft {
  size: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** To be called whatever became of it. */
  drop(): Promise<void>;
}

/** Whether a name is one that we give to kept files. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{8,64}\/[a-z0-9-]{1,64}\.[a-z0-9]{1,8}$/.test(name);
}

/** Throws for any name that is not one of ours, so that none can lead out of the store. */
export function checkName(name: string): void {
  if (!isName(name)) throw new Error(`Not a name of a kept file: ${JSON.stringify(name)}`);
}
