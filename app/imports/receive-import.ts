import { createWriteStream, mkdirSync, statfsSync } from "node:fs";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ActionContext } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { BrokenForm, EndedEarly, readMultipart } from "#app/http/bodies/multipart.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import {
  exportEndings,
  importFolderOf,
  mostExportBytes,
  mostUploadsBytes,
  newImportId,
  noteReceived,
  type ReceivedImport,
  refuseSecondImport,
  removeImportFolder,
} from "./imports.ts";

/** Takes an export in, and its pictures, straight to the disk. Throws a DomainError in words; then nothing of it is left. */
export async function receiveImport(
  db: Database,
  dataDir: string,
  request: Request,
  actionContext: ActionContext,
): Promise<string> {
  await refuseSecondImport(db);
  const announced = Number(request.headers.get("content-length") ?? 0);
  const id = newImportId();
  const folder = importFolderOf(dataDir, id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    refuseFullDisk(folder, announced);
    const received = await readFiles(request, folder);
    await write(db, (tx) => noteReceived(tx, { id, ...received }, actionContext));
    return id;
  } catch (error) {
    removeImportFolder(dataDir, id);
    if (error instanceof EndedEarly || error instanceof BrokenForm)
      throw new DomainError("malformed", "The file did not arrive whole. Please send it once more.");
    throw error;
  }
}

/** As it came, once more unpacked, and a copy of the database. */
function refuseFullDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = 3 * bytes + 200_000_000;
  if (bavail * bsize < needed)
    throw new DomainError(
      "too-large",
      `The server’s disk has too little room for this: ${Math.ceil(needed / 1_000_000).toLocaleString("en")} MB are needed.`,
    );
}

async function readFiles(request: Request, folder: string): Promise<Omit<ReceivedImport, "id">> {
  let main: { name: string; bytes: number } | null = null;
  let pictures: { name: string; bytes: number } | null = null;
  for await (const { name: field, fileName, chunks } of readMultipart(request)) {
    if (!fileName) continue;
    const ending = extname(fileName).toLowerCase();
    const name = fileName.replace(/[\p{Cc}]/gu, "").slice(-200);
    if (field === "file" && main === null) {
      if (!exportEndings.includes(ending)) throw refuseField("file", "Choose an .xml, .json or .zip file.");
      main = { name, bytes: await keep(chunks, join(folder, `export${ending}`), mostExportBytes, "file") };
    } else if (field === "pictures" && pictures === null) {
      if (ending !== ".zip") throw refuseField("pictures", "Choose a .zip file.");
      const bytes = await keep(chunks, join(folder, "pictures.zip"), mostUploadsBytes, "pictures");
      pictures = { name, bytes };
    }
  }
  if (main === null || main.bytes === 0) throw refuseField("file", "Choose a file that is not empty.");
  return { fileName: main.name, bytes: main.bytes, pictures };
}

async function keep(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  most: number,
  field: string,
): Promise<number> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > most)
        throw refuseField(
          field,
          `This file has more than ${most / 1_000_000} MB. Import it on the server, with npm run import.`,
        );
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600 }));
  return bytes;
}

function refuseField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { fields: { [field]: message } });
}
