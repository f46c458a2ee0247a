import { type FileAnswer, type LibraryPicture, pictureOf } from "../library-picture.ts";

export interface UploadOptions {
  /** Form fields sent before the file, such as its alternative text. */
  texts?: Record<string, string>;
  /** Idempotency key: the same for each retry, so that a file is stored once. */
  key?: string;
  /** Called with the sent part of the file, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
  signal?: AbortSignal;
}

/** Failed upload; the message is for users. */
export class UploadError extends Error {
  /** Whether a retry with the same file can succeed. */
  readonly canRetry: boolean;
  constructor(message: string, canRetry: boolean) {
    super(message);
    this.name = "UploadError";
    this.canRetry = canRetry;
  }
}

/** Uploads one file with XMLHttpRequest, because fetch reports no upload progress. Rejects with an UploadError. */
export function sendFile(path: string, file: File, sending: UploadOptions = {}): Promise<unknown> {
  const form = new FormData();
  for (const [name, text] of Object.entries(sending.texts ?? {})) form.append(name, text);
  form.append("file", file);
  return sendFiles(path, form, sending);
}

/** Uploads a form with files in the same way. */
export function sendFiles(
  path: string,
  form: FormData,
  sending: Omit<UploadOptions, "texts"> = {},
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
  request.onerror = () => reject(new UploadError("The connection broke. Try again.", true));
  request.onabort = () => reject(new UploadError("Stopped.", true));
  sending.signal?.addEventListener("abort", () => request.abort(), { once: true });
  request.send(form);
  return promise;
}

/** File of the library, and whether it existed before the upload. */
export interface AddedFile extends FileAnswer {
  isKnown: boolean;
}

/** Uploads one file to the library. */
export async function addFile(file: File, sending: UploadOptions = {}): Promise<AddedFile> {
  const answer = await sendFile("/api/files", file, sending);
  // Typed as in /api/openapi.json; one file was sent, so one is returned.
  const [added] = (answer as { files: [{ file: FileAnswer; isKnown: boolean }] }).files;
  return { ...added.file, isKnown: added.isKnown };
}

function explain(status: number, answer: unknown): UploadError {
  if (status === 401)
    return new UploadError("You are signed out. Sign in in another tab, then try again.", true);
  // A problem document (RFC 9457), or an unreadable body.
  const { detail } = (answer ?? {}) as { detail?: string };
  const problem = detail ?? "That did not work. Try again.";
  return new UploadError(problem, status >= 500 || status === 408 || status === 429);
}

/**
 * Uploads a picture to the library; the server needs some seconds more to create its sizes. Rejects with an
 * Error whose message is for users.
 */
export async function uploadPicture(
  file: File,
  { alt = "", ...sending }: { alt?: string } & Pick<UploadOptions, "onProgress" | "signal">,
): Promise<LibraryPicture> {
  const added = await addFile(file, { ...sending, texts: { alt }, key: crypto.randomUUID() });
  if (added.kind !== "picture") throw new UploadError("This is a PDF, not a picture.", false);
  return pictureOf(added);
}

export interface QueuedFile {
  id: number;
  file: File;
  /** "processing" means that the server creates the picture's sizes. */
  state: "waiting" | "sending" | "processing" | "done" | "failed";
  /** Sent part, from 0 to 1. */
  part: number;
  /** Reason of the failure. */
  message: string;
  canRetry: boolean;
  added: AddedFile | null;
}

export interface UploadQueue {
  add(files: readonly File[], tags?: string): void;
  /** Sends a failed file again with the same key, in case the server has stored it. */
  retry(id: number): void;
  drop(id: number): void;
  /** Removes the completed files from the queue. */
  clear(): void;
  read(): readonly QueuedFile[];
  subscribe(listener: () => void): () => void;
}

type Send = (file: File, sending: UploadOptions) => Promise<AddedFile>;

/** Uploads files a few at a time, one request each, so that a failure does not affect the others. */
export function createUploadQueue(send: Send, maxAtOnce = 3): UploadQueue {
  let items: readonly QueuedFile[] = [];
  let count = 0;
  const sendOptions = new Map<number, UploadOptions>();
  const listeners = new Set<() => void>();
  const change = (id: number, change: Partial<QueuedFile>) => {
    items = items.map((item) => (item.id === id ? { ...item, ...change } : item));
    for (const listener of listeners) listener();
  };
  const startNext = () => {
    const free =
      maxAtOnce - items.filter(({ state }) => state === "sending" || state === "processing").length;
    const waiting = items.filter(({ state }) => state === "waiting");
    for (const item of waiting.slice(0, Math.max(0, free))) void sendOne(item);
  };
  async function sendOne({ id, file }: QueuedFile): Promise<void> {
    change(id, { state: "sending", part: 0, message: "" });
    const onProgress = (part: number) => change(id, { part, state: part < 1 ? "sending" : "processing" });
    try {
      change(id, { state: "done", added: await send(file, { ...sendOptions.get(id), onProgress }) });
    } catch (error) {
      const problem =
        error instanceof UploadError ? error : new UploadError("That did not work. Try again.", true);
      change(id, { state: "failed", message: problem.message, canRetry: problem.canRetry });
    }
    startNext();
  }
  const filterItems = (matches: (item: QueuedFile) => boolean) => {
    items = items.filter(matches);
    for (const listener of listeners) listener();
  };
  return {
    add(files, tags = "") {
      const added = files.map((file): QueuedFile => {
        count += 1;
        sendOptions.set(count, { key: crypto.randomUUID(), texts: { tags } });
        return { id: count, file, state: "waiting", part: 0, message: "", canRetry: false, added: null };
      });
      items = [...items, ...added];
      startNext();
    },
    retry(id) {
      change(id, { state: "waiting" });
      startNext();
    },
    drop: (id) => filterItems((item) => item.id !== id),
    clear: () => filterItems(({ state }) => state !== "done"),
    read: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
