import type { OtherPerson } from "#app/accounts/staff/read-other.ts";
import { DeedButton } from "../parts/deed-button.tsx";

/** What shuts somebody out, and lets them in again. */
export function Access({ other, isMe }: { other: OtherPerson; isMe: boolean }) {
  if (isMe)
    return (
      <section>
        <h2 className="t">Access</h2>
        <p className="note">
          This is you. Change your password, passkeys and two-factor authentication on{" "}
          <a href="/myprofile">your profile</a>.
        </p>
      </section>
    );
  return (
    <section className="stack">
      <h2 className="t">Access</h2>
      <Ban other={other} />
      {other.hasSecondStep && (
        <div>
          <DeedButton intent="drop-step">Turn off two-factor authentication</DeedButton>
          <p className="hint">
            For somebody who has lost their app and their recovery codes. Check who they are first.
          </p>
        </div>
      )}
    </section>
  );
}

function Ban({ other }: { other: OtherPerson }) {
  if (other.isBanned)
    return (
      <div>
        <DeedButton intent="unban">Unban</DeedButton>
        <p className="hint">They are signed out everywhere and can’t sign in.</p>
      </div>
    );
  if (other.isLastAdmin) return <p className="note">The last admin can’t be banned.</p>;
  return (
    <div>
      <DeedButton intent="ban" className="btn q bad">
        Ban
      </DeedButton>
      <p className="hint">Signs them out everywhere and stops them from signing in until you unban them.</p>
    </div>
  );
}
