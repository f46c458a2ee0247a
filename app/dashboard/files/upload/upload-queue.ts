import type { FileAnswer } from "../library-picture.ts";
import { type FileSending, NotSent } from "./send-file.ts";

export interface QueuedFile {
  id: number;
  file: File;
  /** "drawing" is what the server does once the file has left. */
  state: "waiting" | "sending" | "drawing" | "done" | "failed";
  /** From 0 to 1: how much of it has left. */
  part: number;
  /** Why it failed. */
  message: string;
  canRetry: boolean;
  added: FileAnswer | null;
}

export interface UploadQueue {
  add(files: readonly File[], tags?: string): void;
  /** Sends what failed once more; the server knows it again, should it have got through after all. */
  retry(id: number): void;
  drop(id: number): void;
  /** Forgets what is done. */
  clear(): void;
  read(): readonly QueuedFile[];
  subscribe(listener: () => void): () => void;
}

type Send = (file: File, sending: FileSending) => Promise<FileAnswer>;

/** Sends files a few at a time, each on its own: one that fails holds up no other. */
export function createUploadQueue(send: Send, mostAtOnce = 3): UploadQueue {
  let items: readonly QueuedFile[] = [];
  let count = 0;
  const sendings = new Map<number, FileSending>();
  const listeners = new Set<() => void>();
  const change = (id: number, change: Partial<QueuedFile>) => {
    items = items.map((item) => (item.id === id ? { ...item, ...change } : item));
    for (const listener of listeners) listener();
  };
  const begin = () => {
    const free = mostAtOnce - items.filter(({ state }) => state === "sending" || state === "drawing").length;
    const waiting = items.filter(({ state }) => state === "waiting");
    for (const item of waiting.slice(0, Math.max(0, free))) void sendOne(item);
  };
  async function sendOne({ id, file }: QueuedFile): Promise<void> {
    change(id, { state: "sending", part: 0, message: "" });
    const onProgress = (part: number) => change(id, { part, state: part < 1 ? "sending" : "drawing" });
    try {
      change(id, { state: "done", added: await send(file, { ...sendings.get(id), onProgress }) });
    } catch (error) {
      const words = error instanceof NotSent ? error : new NotSent("That did not work. Try again.", true);
      change(id, { state: "failed", message: words.message, canRetry: words.canRetry });
    }
    begin();
  }
  const keep = (isKept: (item: QueuedFile) => boolean) => {
    items = items.filter(isKept);
    for (const listener of listeners) listener();
  };
  return {
    add(files, tags = "") {
      const added = files.map((file): QueuedFile => {
        count += 1;
        sendings.set(count, { key: crypto.randomUUID(), texts: { tags } });
        return { id: count, file, state: "waiting", part: 0, message: "", canRetry: false, added: null };
      });
      items = [...items, ...added];
      begin();
    },
    retry(id) {
      change(id, { state: "waiting" });
      begin();
    },
    drop: (id) => keep((item) => item.id !== id),
    clear: () => keep(({ state }) => state !== "done"),
    read: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
