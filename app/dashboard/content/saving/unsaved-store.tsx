import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { SentPairs } from "#app/fields/read-form.ts";
import { namesIn, privatePrefix, unsavedDatabase } from "#app/pages/private-storage.ts";

/** What somebody typed into a form and the server does not have yet; kept by the browser, for this person alone. */
export interface Unsaved {
  /** `person kind entry window`, with `new` for an entry that is not there yet. */
  slot: string;
  pairs: SentPairs;
  /** ISO 8601. */
  at: string;
}

/** What is asked of it is done in the order in which it was asked: a later text is never replaced by an earlier one. */
interface UnsavedStore {
  /** Puts it to disk before it answers. What can't be kept is not, without a word: a form must never fail for that. */
  keep(unsaved: Unsaved): Promise<void>;
  forget(slot: string): Promise<void>;
  /** The latest whose slot begins so and that can be read; null when there is none, or this browser keeps nothing. */
  find(slot: string): Promise<Unsaved | null>;
}

/** @param seal null keeps texts in clear, for a browser that can't seal */
export function createUnsavedStore(records: UnsavedRecords, seal: Seal | null): UnsavedStore {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result,>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  async function put(unsaved: Unsaved): Promise<void> {
    const { slot, at, pairs } = unsaved;
    if (seal) await records.put({ slot, at, sealed: await seal.seal(JSON.stringify(pairs), slot) });
    else await records.put(unsaved);
  }

  async function read(record: UnsavedRecord): Promise<Unsaved | null> {
    if ("pairs" in record) return record;
    const text = await seal?.open(record.sealed, record.slot);
    return text ? { slot: record.slot, at: record.at, pairs: JSON.parse(text) as SentPairs } : null; // sealed by `put`
  }

  return {
    keep: (unsaved) => inTurn(() => put(unsaved)).catch(() => {}),
    forget: (slot) => inTurn(() => records.delete(slot)),
    find: (slot) =>
      inTurn(async () => {
        const latestFirst = (await records.list(slot)).toSorted((one, other) =>
          other.at.localeCompare(one.at),
        );
        for (const record of latestFirst) {
          const unsaved = await read(record);
          if (unsaved) return unsaved;
        }
        return null;
      }),
  };
}

/** What this person has typed and the server does not have, sealed by the browser. */
interface UnsavedStores {
  /** Of entries and newsletters; stays until it is saved or discarded, also after signing out. */
  forms: UnsavedStore;
  /** Drafts of replies; forgotten when somebody signs out. */
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
    const seal = createSeal(unsavedKey);
    return {
      forms: createUnsavedStore(databaseRecords, seal),
      replies: createUnsavedStore(
        storageRecords(() => localStorage),
        seal,
      ),
    };
  }, [unsavedKey]);
  return <UnsavedContext value={stores}>{children}</UnsavedContext>;
}

export function useUnsaved(): UnsavedStores {
  const stores = useContext(UnsavedContext);
  if (!stores) throw new Error("Only screens of the dashboard keep unsaved text.");
  return stores;
}

/** One unsaved text as it lies in the browser: sealed, or in clear where the browser can't seal. */
type UnsavedRecord = {
  slot: string;
  /** ISO 8601. */
  at: string;
} & ({ sealed: string } | { pairs: SentPairs });

/** Where they lie. What can't be stored is not, without a word: a form must never fail for that. */
export interface UnsavedRecords {
  put(record: UnsavedRecord): Promise<void>;
  delete(slot: string): Promise<void>;
  /** Those whose slot begins so. */
  list(slot: string): Promise<UnsavedRecord[]>;
}

const storeName = "unsaved";

/** In IndexedDB; what was put is on the disk before it answers, so that a killed browser loses nothing of it. */
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

/** In a storage of the browser, which is quick enough for every letter that is typed. */
export function storageRecords(open: () => Storage): UnsavedRecords {
  const work = <Result,>(task: (storage: Storage) => Result): Result | null => {
    try {
      return task(open());
    } catch {
      return null; // A full or forbidden storage only means that a text does not outlive its page.
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

/** Null when the browser has no such store, or will not open it. */
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
    return request.result; // the caller knows what its request gives
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
      // Another page deletes it when somebody signs out.
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

/** Where the browser keeps the draft of a reply. */
export function replySlot(personId: string, leadId: string): string {
  return `${personId} reply ${leadId}`;
}

/** Keeps what the browser stores from being read by whoever does not have the key. */
export interface Seal {
  /** @param name where it is stored; it opens there alone */
  seal(text: string, name: string): Promise<string>;
  /** Null when it was sealed with another key or for another name, or changed. */
  open(sealed: string, name: string): Promise<string | null>;
}

/**
 * AES-256-GCM; what is sealed is a random nonce of 96 bits and the text, in base64.
 * @param key 32 bytes in base64
 * @returns null where the browser has no cryptography to offer: on plain http beyond this machine
 */
export function createSeal(key: string, subtle: SubtleCrypto | undefined = crypto.subtle): Seal | null {
  if (!subtle) return null;
  let imported: Promise<CryptoKey> | undefined;
  const cryptoKey = () => {
    imported ??= subtle.importKey("raw", fromBase64(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    return imported;
  };
  const cipher = (iv: BufferSource, name: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(name),
  });
  return {
    async seal(text, name) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const body = new TextEncoder().encode(text);
      const sealed = await subtle.encrypt(cipher(nonce, name), await cryptoKey(), body);
      return toBase64(nonce) + toBase64(new Uint8Array(sealed));
    },
    async open(sealed, name) {
      try {
        const bytes = fromBase64(sealed);
        const nonce = bytes.subarray(0, nonceBytes);
        const body = bytes.subarray(nonceBytes);
        return new TextDecoder().decode(await subtle.decrypt(cipher(nonce, name), await cryptoKey(), body));
      } catch {
        return null;
      }
    },
  };
}

/** A multiple of three, so that its base64 needs no padding before what follows. */
const nonceBytes = 12;

/** Characters made at once: more arguments than this overflow the stack. */
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
