import { act } from "../parts/act.ts";
import { DeedButton } from "../parts/deed-button.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/one.ts";
import { oneMailDeeds } from "./mail-deeds.ts";
import { MailFacts } from "./mail-facts.tsx";
import { type OneMailPage, readOneMail } from "./read-one-mail.ts";
import { WhatItSays } from "./what-it-says.tsx";

/** Admins. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  return readOneMail(await openScreen(args, "admin"), params.id);
}

/** Admins. */
export function action({ params, ...args }: Route.ActionArgs) {
  return act<{ revealed?: string }>(args, "admin", oneMailDeeds(params.id));
}

export default function OneMail({ loaderData: page, actionData }: Route.ComponentProps) {
  const revealed = actionData && "revealed" in actionData ? actionData.revealed : undefined;
  return (
    <Screen
      title={page.mail.subject || "No subject"}
      crumbs={[{ name: "Mail", path: "/dashboard/mail" }]}
      answer={actionData}
    >
      <div className="pad two">
        <WhatItSays page={page} revealed={revealed} />
        <div className="stack wide-gap">
          <MailFacts mail={page.mail} />
          <WhatToDo page={page} />
        </div>
      </div>
    </Screen>
  );
}

function WhatToDo({ page: { mail, canSendAgain, hasWords } }: { page: OneMailPage }) {
  const hasLeft = mail.status === "sent" || mail.status === "kept";
  return (
    <section className="stack">
      <h2 className="t">Actions</h2>
      {canSendAgain ? (
        <div>
          <DeedButton intent="again">{"Send again"}</DeedButton>
          <p className="hint">{hasLeft ? "Sends a new copy." : "Starts again with all its tries."}</p>
        </div>
      ) : (
        <p className="note">
          {hasWords
            ? "It can’t be sent again: its links work only once."
            : "It can’t be sent again: its content is not kept. The person can ask for a new one."}
        </p>
      )}
      {mail.canBeGivenUp && (
        <div>
          <DeedButton intent="give-up">Cancel sending</DeedButton>
          <p className="hint">You can send it again later.</p>
        </div>
      )}
      {hasWords && (
        <a className="plain" href={`/dashboard/mail/${mail.id}/eml`} download>
          Download (.eml)
        </a>
      )}
    </section>
  );
}
