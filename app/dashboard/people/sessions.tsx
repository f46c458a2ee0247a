import type { OtherPerson } from "#app/accounts/staff/read-other.ts";
import { DeedButton } from "../parts/deed-button.tsx";
import { Moment } from "../parts/moment.tsx";

/** Where somebody is signed in. */
export function Sessions({ other: { sessions } }: { other: OtherPerson }) {
  return (
    <section>
      <h2 className="t">Sessions</h2>
      {sessions.length === 0 && <p className="hint">Not signed in.</p>}
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.browser}</b>
              <span className="r">
                <DeedButton
                  intent="end-session"
                  values={{ session: session.id }}
                  about={session.browser}
                  className="btn q sm"
                >
                  End
                </DeedButton>
              </span>
              <small>
                {session.network && `${session.network}, `}
                last used <Moment at={session.lastSeenAt} />, started <Moment at={session.createdAt} />
              </small>
            </div>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <DeedButton intent="end-sessions">End all sessions</DeedButton>}
    </section>
  );
}
