import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountForm } from "../forms/account-form.tsx";
import type { ProfilePage } from "./read-profile.ts";
import { ProfileRow } from "./row.tsx";
import { RowForm } from "./row-form.tsx";
import { SectionTrouble } from "./section-trouble.tsx";

interface SessionsProps {
  sessions: ProfilePage["sessions"];
  answer: FormAnswer | undefined;
}

/** Where the person is signed in, and the end of it. */
export function Sessions({ sessions, answer }: SessionsProps) {
  return (
    <section className="acc" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <SectionTrouble answer={answer} intents={["end-session", "end-others"]} />
      <ul className="rowsx">
        {sessions.map((session) => (
          <ProfileRow
            key={session.id}
            title={session.network ? `${session.browser}, ${session.network}` : session.browser}
            text={session.current ? "This one" : `Last seen ${session.lastSeenAt}`}
          >
            {!session.current && (
              <RowForm
                intent="end-session"
                label="End"
                about={`the session of ${session.browser}`}
                values={{ id: session.id }}
              />
            )}
          </ProfileRow>
        ))}
      </ul>
      {sessions.length > 1 && (
        <AccountForm
          intent="end-others"
          answer={undefined}
          submit="End all others"
          look="btn quiet sm"
          isInline
        />
      )}
    </section>
  );
}
