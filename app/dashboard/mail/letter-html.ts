import { data } from "react-router";
import { readMail } from "#app/mail/outbox/list-mail.ts";
import { orNotFound } from "../parts/or-not-found.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/letter-html.ts";
import { answerLetter } from "./answer-letter.ts";

/** What a mail looks like, its secret links hidden. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, mail } = await requireScreen(args);
  const shown = await mail.look(await orNotFound(() => readMail(db, params.id)));
  if (!shown) throw data(null, { status: 404 });
  return answerLetter(shown.html);
}
