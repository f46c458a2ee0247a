import { isPlainError, PlainError } from "#app/platform/domain-error.ts";
import { BrokenBackup } from "./format.ts";

/** Reads a file of backups; an error about its key says which file it is. */
export async function* named<Part>(name: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    if (!isPlainError(error) || error instanceof BrokenBackup || error.message.includes(name)) throw error;
    throw new PlainError(`${name}: ${error.message}`, { cause: error });
  }
}
