import { type FileStore, readTrashPath, trashPath } from "#app/domain/files/store/store.ts";

/** In-memory file store with the behaviour of a real one. */
export function aFileStore(): FileStore {
  const files = new Map<string, Uint8Array>();
  const trash = new Map<string, Uint8Array>();
  let mark: string | null = null;
  const move = (from: Map<string, Uint8Array>, key: string, to: Map<string, Uint8Array>, newName: string) => {
    const bytes = from.get(key);
    from.delete(key);
    if (bytes) to.set(newName, bytes);
  };
  return {
    put: async (name, bytes) => void files.set(name, bytes.slice()),
    read: async (name) => (files.get(name)?.slice() as Uint8Array<ArrayBuffer> | undefined) ?? null,
    list: async () => [...files.keys()].map((name) => ({ name, changedAt: new Date() })),
    listOf: async (id) => [...files.keys()].filter((name) => name.startsWith(`${id}/`)),
    remove: async (name) => void files.delete(name),
    discard: async (name, day) => move(files, name, trash, trashPath({ name, day })),
    listTrash: async () => [...trash.keys()].flatMap((path) => readTrashPath(path) ?? []),
    bringBack: async (file) => move(trash, trashPath(file), files, file.name),
    purge: async (file) => void trash.delete(trashPath(file)),
    readMark: async () => mark,
    async writeMark(text) {
      mark = text;
    },
    async receive(chunks) {
      const bytes = Uint8Array.from(Buffer.concat(await Array.fromAsync(chunks)));
      return { size: bytes.byteLength, read: async () => bytes, discard: async () => {} };
    },
    removeStale: async () => {},
  };
}
