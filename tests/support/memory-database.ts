interface MemoryRecord {
  slot: string;
}

interface SlotRange {
  lower: string;
  upper: string;
}

/** In-memory subset of IndexedDB that unsaved text needs, since jsdom has none. */
export function addMemoryDatabase(): void {
  const records = new Map<string, MemoryRecord>();
  const store = {
    put: (record: MemoryRecord) => ({ result: records.set(record.slot, record) && undefined }),
    delete: (slot: string) => ({ result: records.delete(slot) && undefined }),
    getAll: ({ lower, upper }: SlotRange) => ({
      result: [...records.values()].filter(({ slot }) => slot >= lower && slot <= upper),
    }),
  };
  const database = {
    transaction() {
      const transaction = { objectStore: () => store, oncomplete: () => {} };
      setTimeout(() => transaction.oncomplete());
      return transaction;
    },
  };
  const open = () => {
    const request = { result: database, onsuccess: () => {} };
    setTimeout(() => request.onsuccess());
    return request;
  };
  Object.assign(globalThis, {
    indexedDB: { open },
    IDBKeyRange: { bound: (lower: string, upper: string): SlotRange => ({ lower, upper }) },
  });
}
