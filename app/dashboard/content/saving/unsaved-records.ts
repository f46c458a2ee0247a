import type { SentPairs } from "#app/fields/read-form.ts";
import { namesIn, privatePrefix, unsavedDatabase } from "#app/pages/private-storage.ts";

/** One unsaved text as it lies in the browser: sealed, or in clear where the browser can't seal. */
export type UnsavedRecord = {
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
export const databaseRecords: UnsavedRecords = {
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
  const work = <Result>(task: (storage: Storage) => Result): Result | null => {
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

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(unsavedDatabase, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "slot" });
    request.onsuccess = () => {
      // Another page deletes it when somebody signs out.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
