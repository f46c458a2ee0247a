import type { SentPairs } from "#app/content/form/read-form.ts";

/** What somebody typed into a form and the server does not have yet; kept by the browser, for this person alone. */
export interface Unsaved {
  /** `person kind entry`, or `person kind new key` for an entry that is not there yet. */
  slot: string;
  pairs: SentPairs;
  /** ISO 8601. */
  at: string;
}

const storeName = "unsaved";

/** Puts it to disk before it answers: a killed browser loses nothing that was kept. */
export async function keepUnsaved(unsaved: Unsaved): Promise<void> {
  await inStore("readwrite", (store) => store.put(unsaved));
}

export async function forgetUnsaved(slot: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(slot));
}

/** The latest whose slot begins so; null when there is none, or this browser keeps nothing. */
export async function findUnsaved(slot: string): Promise<Unsaved | null> {
  const range = typeof IDBKeyRange === "undefined" ? undefined : IDBKeyRange.bound(slot, `${slot}\uffff`);
  const all = await inStore<Unsaved[]>("readonly", (store) => store.getAll(range));
  const fitting = (all ?? []).toSorted((one, other) => other.at.localeCompare(one.at));
  return fitting[0] ?? null;
}

/** Null when the browser has no such store, or will not open it: a form must never fail for that. */
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
    const request = indexedDB.open("frontdesk", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "slot" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}
