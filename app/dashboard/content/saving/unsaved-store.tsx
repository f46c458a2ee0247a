import { createContext, type ReactNode, useContext, useMemo } from "react";
import { namesIn, privatePrefix, unsavedDatabase } from "#app/domain/accounts/browser/private-storage.ts";
import type { SentPairs } from "#app/lib/fields/read-form.ts";

/** Form values that are not on the server yet, stored in the browser for one person. */
export interface Unsaved {
  /** `person kind entry window`; the entry is `new` before its first save. */
  slot: string;
  pairs: SentPairs;
  /** ISO 8601. */
  at: string;
}

/** Runs its operations in the order of the calls, so that an older text never overwrites a newer one. */
interface UnsavedStore {
  /**
   * Resolves once the text is on disk. Storage errors are ignored, because the form must continue to work.
   */
  save(unsaved: Unsaved): Promise<void>;
  remove(slot: string): Promise<void>;
  /** Newest readable text whose slot has this prefix; null without one. */
  find(slot: string): Promise<Unsaved | null>;
}

/**
 * Creates a store on top of raw records.
 * @param cipher null stores plain text, in browsers without cryptography
 */
export function createUnsavedStore(records: UnsavedRecords, cipher: TextCipher | null): UnsavedStore {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <Result,>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  async function write(unsaved: Unsaved): Promise<void> {
    const { slot, at, pairs } = unsaved;
    if (cipher) await records.put({ slot, at, sealed: await cipher.encrypt(JSON.stringify(pairs), slot) });
    else await records.put(unsaved);
  }

  async function read(record: UnsavedRecord): Promise<Unsaved | null> {
    if ("pairs" in record) return record;
    const text = await cipher?.decrypt(record.sealed, record.slot);
    return text ? { slot: record.slot, at: record.at, pairs: JSON.parse(text) as SentPairs } : null; // written by `write`
  }

  return {
    save: (unsaved) => enqueue(() => write(unsaved)).catch(() => {}),
    remove: (slot) => enqueue(() => records.delete(slot)),
    find: (slot) =>
      enqueue(async () => {
        const newestFirst = (await records.list(slot)).toSorted((one, other) =>
          other.at.localeCompare(one.at),
        );
        for (const record of newestFirst) {
          const unsaved = await read(record);
          if (unsaved) return unsaved;
        }
        return null;
      }),
  };
}

/** Encrypted unsaved text of one person. */
interface UnsavedStores {
  /** Of entries and newsletters; stored until saved or discarded, also after signing out. */
  forms: UnsavedStore;
  /** Drafts of replies; deleted at sign-out. */
  replies: UnsavedStore;
}

const UnsavedContext = createContext<UnsavedStores | null>(null);

interface UnsavedProviderProps {
  /** 32 bytes in base64. */
  unsavedKey: string;
  children: ReactNode;
}

export function UnsavedProvider({ unsavedKey, children }: UnsavedProviderProps) {
  const stores = useMemo(() => {
    const cipher = createTextCipher(unsavedKey);
    return {
      forms: createUnsavedStore(databaseRecords, cipher),
      replies: createUnsavedStore(
        storageRecords(() => localStorage),
        cipher,
      ),
    };
  }, [unsavedKey]);
  return <UnsavedContext value={stores}>{children}</UnsavedContext>;
}

export function useUnsaved(): UnsavedStores {
  const stores = useContext(UnsavedContext);
  if (!stores) throw new Error("useUnsaved needs an UnsavedProvider; only dashboard screens have one.");
  return stores;
}

/** Unsaved text as stored: encrypted, or plain in browsers without cryptography. */
type UnsavedRecord = {
  slot: string;
  /** ISO 8601. */
  at: string;
} & ({ sealed: string } | { pairs: SentPairs });

/** Storage of records. Errors are ignored, because the form must continue to work. */
export interface UnsavedRecords {
  put(record: UnsavedRecord): Promise<void>;
  delete(slot: string): Promise<void>;
  /** Records whose slot has this prefix. */
  list(slot: string): Promise<UnsavedRecord[]>;
}

const storeName = "unsaved";

/** Records in IndexedDB; a write resolves once it is on disk, so a browser crash loses no stored text. */
const databaseRecords: UnsavedRecords = {
  async put(record) {
    await inStore("readwrite", (store) => store.put(record));
  },
  async delete(slot) {
    await inStore("readwrite", (store) => store.delete(slot));
  },
  async list(slot) {
    const range = typeof IDBKeyRange === "undefined" ? undefined : IDBKeyRange.bound(slot, `${slot}\uffff`);
    return (await inStore<UnsavedRecord[]>("readonly", (store) => store.getAll(range))) ?? [];
  },
};

/** Records in web storage, which is fast enough for every keystroke. */
export function storageRecords(open: () => Storage): UnsavedRecords {
  const work = <Result,>(task: (storage: Storage) => Result): Result | null => {
    try {
      return task(open());
    } catch {
      return null; // Without storage, or when it is full, the text only lasts as long as the page.
    }
  };
  return {
    async put(record) {
      work((storage) => storage.setItem(privatePrefix + record.slot, JSON.stringify(record)));
    },
    async delete(slot) {
      work((storage) => storage.removeItem(privatePrefix + slot));
    },
    async list(slot) {
      const list = (storage: Storage) =>
        namesIn(storage)
          .filter((name) => name.startsWith(privatePrefix + slot))
          .map((name) => JSON.parse(storage.getItem(name) ?? "") as UnsavedRecord); // written by `put`
      return work(list) ?? [];
    },
  };
}

/** Runs work in the object store; null when the browser blocks IndexedDB. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | null> {
  try {
    const database = await openDatabase();
    const transaction = database.transaction(storeName, mode, { durability: "strict" });
    const request = work(transaction.objectStore(storeName));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result; // type of the caller's request
  } catch {
    return null;
  }
}

let openedDatabase: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  openedDatabase ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(unsavedDatabase, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "slot" });
    request.onsuccess = () => {
      // Another page deletes the database at sign-out.
      request.result.onversionchange = () => {
        request.result.close();
        openedDatabase = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  openedDatabase.catch(() => {
    openedDatabase = undefined;
  });
  return openedDatabase;
}

/** Slot for the draft of a reply. */
export function replySlot(personId: string, leadId: string): string {
  return `${personId} reply ${leadId}`;
}

/** Encrypts stored text, so that it is unreadable without the key. */
export interface TextCipher {
  /** @param name storage name, authenticated with the text */
  encrypt(text: string, name: string): Promise<string>;
  /** Null with the wrong key or name, or for modified text. */
  decrypt(encrypted: string, name: string): Promise<string | null>;
}

/**
 * AES-256-GCM; the output is a random 96-bit nonce and the ciphertext, in base64.
 * @param key 32 bytes in base64
 * @returns null without Web Crypto, which plain http lacks except on localhost
 */
export function createTextCipher(
  key: string,
  subtle: SubtleCrypto | undefined = crypto.subtle,
): TextCipher | null {
  if (!subtle) return null;
  let imported: Promise<CryptoKey> | undefined;
  const cryptoKey = () => {
    imported ??= subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    return imported;
  };
  const parameters = (iv: BufferSource, name: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    async encrypt(text, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const body = new TextEncoder().encode(text);
      const encrypted = await subtle.encrypt(parameters(nonce, name), await cryptoKey(), body);
      return toBase64(nonce) + toBase64(new Uint8Array(encrypted));
    },
    async decrypt(encrypted, name) {
      try {
        const bytes = fromBase64(encrypted);
        const nonce = bytes.subarray(0, nonceBytes);
        const body = bytes.subarray(nonceBytes);
        return new TextDecoder().decode(
          await subtle.decrypt(parameters(nonce, name), await cryptoKey(), body),
        );
      } catch {
        return null;
      }
    },
  };
}

/** A multiple of three, so that its base64 has no padding inside the output. */
const nonceBytes = 12;

/** Characters converted per call; more arguments overflow the stack. */
const chunkLength = 0x80_00;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + chunkLength));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
