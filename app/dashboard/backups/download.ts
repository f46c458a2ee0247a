import { downloadBackup, findStoredBackup } from "#app/backup/backups.ts";
import { leadToConfirmFirst, orNotFound, requireScreen } from "../parts/require-screen.ts";
import { downloadBody, downloadHeaders } from "../parts/stream-download.ts";
import type { Route } from "./+types/download.ts";

/** A backup as it lies there, for whoever has just shown who they are. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = leadToConfirmFirst(staff, "/dashboard/backups");
  if (toConfirm) return toConfirm;
  const { db, backup, actionContext } = staff;
  // Its file would be opened, and nobody would read it and close it.
  if (args.request.method === "HEAD") {
    const { bytes } = await orNotFound(() => findStoredBackup(db, backup.place, params.name));
    return new Response(null, { headers: downloadHeaders(params.name, bytes) });
  }
  const { bytes, chunks } = await orNotFound(() =>
    downloadBackup(db, backup.place, params.name, actionContext),
  );
  return new Response(downloadBody(chunks), { headers: downloadHeaders(params.name, bytes) });
}
