import type { FileStore } from "#app/files/store.ts";

/** A store in memory that keeps every promise of a real one but the disk. */
export function aFileStore(): FileStore {
  const files = new Map<string, Uint8Array>();
  return {
    put: async (name, bytes) => void files.set(name, bytes.slice()),
    read: async (name) => (files.get(name)?.slice() as Uint8Array<ArrayBuffer> | undefined) ?? null,
    list: async () => [...files.keys()].map((name) => ({ name, changedAt: new Date() })),
    listOf: async (id) => [...files.keys()].filter((name) => name.startsWith(`${id}/`)),
    remove: async (name) => void files.delete(name),
    async receive(chunks) {
      const bytes = Uint8Array.from(Buffer.concat(await Array.fromAsync(chunks)));
      return { size: bytes.byteLength, read: async () => bytes, drop: async () => {} };
    },
    tidy: async () => {},
  };
}
