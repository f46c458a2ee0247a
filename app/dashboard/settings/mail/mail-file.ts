import { data } from "react-router";
import { readMail } from "#app/domain/mail/outbox/handle-mail.ts";
import { orNotFound, requireScreen } from "../../parts/require-screen.ts";
import type { Route } from "./+types/mail-file.ts";

/** Sends a mail as an .eml file, without its secret links. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, mail } = await requireScreen(args);
  const row = await orNotFound(() => readMail(db, params.id));
  const shown = await mail.preview(row);
  if (!shown) throw data(null, { status: 404 });
  return new Response(new Uint8Array(shown.file), {
    headers: {
      "content-type": "message/rfc822",
      "content-disposition": `attachment; filename="${row.id}.eml"`,
      "cache-control": "no-store",
    },
  });
}
