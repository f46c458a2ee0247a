import { type FileAnswer, type LibraryPicture, pictureOf } from "../library-picture.ts";

export interface FileSending {
  /** Texts that go before the file, such as its alternative text. */
  texts?: Record<string, string>;
  /** The same for every try, so that a file that got through is not kept twice. */
  key?: string;
  /** From 0 to 1: how much of the file has left. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal;
}

/** Why a file was not kept, in words. */
export class NotSent extends Error {
  /** Whether the same file could be taken at another try. */
  readonly canRetry: boolean;
  constructor(message: string, canRetry: boolean) {
    super(message);
    this.name = "NotSent";
    this.canRetry = canRetry;
  }
}

/** Sends one file from the browser, because only this way of asking tells how far it is. Rejects with NotSent. */
export function sendFile(path: string, file: File, sending: FileSending = {}): Promise<unknown> {
  const form = new FormData();
  for (const [name, text] of Object.entries(sending.texts ?? {})) form.append(name, text);
  form.append("file", file);
  return sendFiles(path, form, sending);
}

/** The same of a whole form. */
export function sendFiles(
  path: string,
  form: FormData,
  sending: Omit<FileSending, "texts"> = {},
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const request = new XMLHttpRequest();
  request.open("POST", path);
  request.responseType = "json";
  if (sending.key) request.setRequestHeader("idempotency-key", sending.key);
  request.upload.onprogress = ({ loaded, total }) => sending.onProgress?.(total > 0 ? loaded / total : 0);
  request.onload = () => {
    if (request.status >= 200 && request.status < 300) resolve(request.response);
    else reject(explain(request.status, request.response));
  };
  request.onerror = () => reject(new NotSent("The connection broke. Try again.", true));
  request.onabort = () => reject(new NotSent("Stopped.", true));
  sending.signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send(form);
  return promise;
}

/** A file of the library, and whether it was there before it was sent. */
export interface AddedFile extends FileAnswer {
  isKnown: boolean;
}

/** Adds one file to the library. */
export async function addFile(file: File, sending: FileSending = {}): Promise<AddedFile> {
  const answer = await sendFile("/api/files", file, sending);
  // As /api/openapi.json says; of one file that was sent, one is answered.
  const [added] = (answer as { files: [{ file: FileAnswer; isKnown: boolean }] }).files;
  return { ...added.file, isKnown: added.isKnown };
}

function explain(status: number, answer: unknown): NotSent {
  if (status === 401) return new NotSent("You are signed out. Sign in in another tab, then try again.", true);
  // A problem document (RFC 9457), or nothing that can be read.
  const { detail } = (answer ?? {}) as { detail?: string };
  const words = detail ?? "That did not work. Try again.";
  return new NotSent(words, status >= 500 || status === 408 || status === 429);
}

/**
 * Adds a picture to the library from the browser. `onProgress` hears from 0 to 1 how much has left; drawing it in all sizes
 * takes some seconds more. Rejects with an Error whose message is for people.
 */
export async function uploadPicture(
  file: File,
  { alt = "", ...sending }: { alt?: string } & Pick<FileSending, "onProgress" | "signal">,
): Promise<LibraryPicture> {
  const added = await addFile(file, { ...sending, texts: { alt }, key: crypto.randomUUID() });
  if (added.kind !== "picture") throw new NotSent("This is a PDF, not a picture.", false);
  return pictureOf(added);
}

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
  added: AddedFile | null;
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

type Send = (file: File, sending: FileSending) => Promise<AddedFile>;

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
