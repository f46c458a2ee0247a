import { canBeRevealed } from "#app/mail/desk.ts";
import { isSendable } from "#app/mail/handle-mail.ts";
import { readMail } from "#app/mail/list-mail.ts";
import { isLasting } from "#app/mail/mail-content.ts";
import { orMissing } from "../parts/or-missing.ts";
import type { Staff } from "../parts/staff.ts";
import { presentMail } from "./present.ts";

export const views = ["letter", "text", "head"] as const;
export type View = (typeof views)[number];

/** One mail, and what it says as it is asked for. */
export async function readOneMail({ db, deed, mail, request }: Staff, id: string) {
  const row = await orMissing(() => readMail(db, id));
  const asked = new URL(request.url).searchParams.get("as");
  const view = views.find((one) => one === asked) ?? "letter";
  const shown = await mail.look(row);
  return {
    mail: presentMail(row, deed.now),
    view,
    hasWords: shown !== null,
    hasSecrets: !isLasting(row.template),
    text: view === "text" ? (shown?.text ?? "") : "",
    headers: view === "head" ? (shown?.headers ?? []) : [],
    canSendAgain: isSendable(row),
    canReveal: canBeRevealed(row),
  };
}

export type OneMailPage = Awaited<ReturnType<typeof readOneMail>>;
