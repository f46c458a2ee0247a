import { Readable } from "node:stream";
import { downloadBackup, findStoredBackup } from "#app/backup/backups.ts";
import { leadToConfirmFirst, orNotFound, requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/download.ts";

/** A backup as it lies there, for whoever has just shown who they are. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, "/dashboard/backups");
  if (toConfirm) return toConfirm;
  const { db, backup, actionContext } = staff;
  const headersFor = (bytes: number) => ({
    "content-type": "application/octet-stream",
    "content-length": String(bytes),
    "content-disposition": `attachment; filename="${params.name}"`,
    "cache-control": "no-store",
  });
  // Its file would be opened, and nobody would read it and close it.
  if (args.request.method === "HEAD") {
    const { bytes } = await orNotFound(() => findStoredBackup(db, backup.place, params.name));
    return new Response(null, { headers: headersFor(bytes) });
  }
  const { bytes, chunks } = await orNotFound(() =>
    downloadBackup(db, backup.place, params.name, actionContext),
  );
  return new Response(asBody(chunks), { headers: headersFor(bytes) });
}

/** The same stream; Node's types of it know more methods. */
function asBody(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
