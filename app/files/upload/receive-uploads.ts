import type { FileStore, StoreDraft } from "#app/files/store/store.ts";
import {
  BrokenForm,
  EndedEarly,
  type FormPart,
  readMultipart,
  readPartText,
} from "#app/http/bodies/multipart.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { explainFull } from "./accepted-file.ts";

/** A file that has come in whole, with what was said of it. */
export interface Received {
  name: string;
  alt: string;
  /** Separated by commas. */
  tags: string;
  draft: StoreDraft;
}

/** One byte more than any file may have, so that it is known for too large. */
const keptBytes = 10_000_001;
const mostFieldBytes = 8_000;
/** As many as one form may send. */
export const mostFiles = 20;

/**
 * Takes in the files of a form and hands them to `work`; whatever becomes of it, nothing of them is left afterwards. The
 * texts `alt` and `tags` speak of the files behind them, `alt` of the next one only; other texts go to `note`.
 */
export async function receiveUploads<Result>(
  store: FileStore,
  request: Request,
  work: (files: Received[], texts: Map<string, string>) => Promise<Result>,
): Promise<Result> {
  const files: Received[] = [];
  const texts = new Map<string, string>();
  try {
    for await (const part of readMultipart(request)) {
      if (part.fileName === null) await readField(part, texts);
      else await receiveFile(store, part, files, texts);
    }
    return await work(files, texts);
  } catch (error) {
    if (error instanceof EndedEarly) throw new DomainError("invalid", "The form ended early.");
    if (error instanceof BrokenForm) throw new DomainError("invalid", error.message);
    throw explainFull(error);
  } finally {
    for (const { draft } of files) await draft.drop();
  }
}

async function readField(part: FormPart, texts: Map<string, string>): Promise<void> {
  const text = await readPartText(part, mostFieldBytes);
  if (text === null) throw new BrokenForm(`“${part.name.slice(0, 40)}” is too long.`);
  texts.set(part.name, text);
}

async function receiveFile(
  store: FileStore,
  part: FormPart,
  files: Received[],
  texts: Map<string, string>,
): Promise<void> {
  const name = part.fileName ?? "";
  const draft = await store.receive(upTo(keptBytes, part.chunks));
  // A form with no file chosen sends one without name and bytes.
  if (name === "" && draft.size === 0) return draft.drop();
  files.push({ name, alt: texts.get("alt") ?? "", tags: texts.get("tags") ?? "", draft });
  texts.delete("alt");
  if (files.length > mostFiles) throw new BrokenForm(`Send at most ${mostFiles} files at a time.`);
}

/** The rest is read and forgotten, so that the files behind it still come in. */
async function* upTo(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    if (size < most) yield chunk.subarray(0, most - size);
    size += chunk.byteLength;
  }
}
