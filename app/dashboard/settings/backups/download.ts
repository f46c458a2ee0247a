import { downloadBackup, findStoredBackup } from "#app/ops/backup/backups.ts";
import { orNotFound, redirectUnlessFresh, requireScreen } from "../../parts/require-screen.ts";
import { downloadBody, downloadHeaders } from "../../parts/stream-download.ts";
import type { Route } from "./+types/download.ts";

/** Sends a backup file; needs a recent sign-in. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const toConfirm = redirectUnlessFresh(staff, "/dashboard/backups");
  if (toConfirm) return toConfirm;
  const { db, backup, actionContext } = staff;
  // A HEAD answer never reads the body, so the file would stay open.
  if (args.request.method === "HEAD") {
    const { bytes } = await orNotFound(() => findStoredBackup(db, backup.place, params.name));
    return new Response(null, { headers: downloadHeaders(params.name, bytes) });
  }
  const { bytes, chunks } = await orNotFound(() =>
    downloadBackup(db, backup.place, params.name, actionContext),
  );
  return new Response(downloadBody(chunks), { headers: downloadHeaders(params.name, bytes) });
}
