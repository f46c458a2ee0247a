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

/** Adds one file to the library. */
export async function addFile(file: File, sending: FileSending = {}): Promise<FileAnswer> {
  const answer = await sendFile("/api/files", file, sending);
  // As /api/openapi.json says; of one file that was sent, one is answered.
  const { files } = answer as { files: [{ file: FileAnswer }] };
  return files[0].file;
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
  onProgress?: (part: number) => void,
  alt = "",
): Promise<LibraryPicture> {
  const added = await addFile(file, { texts: { alt }, key: crypto.randomUUID(), onProgress });
  if (added.kind !== "picture") throw new NotSent("This is a PDF, not a picture.", false);
  return pictureOf(added);
}
