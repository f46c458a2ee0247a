import { FreshLink } from "#app/pages/fresh-link.tsx";
import { Address } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import { ProfileRow, RowForm, SectionTrouble } from "./profile-layout.tsx";
import type { ProfilePage } from "./profile-page.ts";

interface SigningInProps {
  page: ProfilePage;
  answer: FormAnswer | undefined;
}

/** Every way into the account, and what guards it. */
export function SigningIn({ page, answer }: SigningInProps) {
  const { person, passkeys } = page;
  return (
    <section className="acc" aria-labelledby="signing-in">
      <h2 id="signing-in">Signing in</h2>
      <SectionTrouble answer={answer} intents={["unlink"]} />
      <ul className="rowsx">
        <ProfileRow title="E-mail" text={<Address email={person.email} />}>
          <PageLink to="/myprofile/email">
            Change<span className="visually-hidden"> the e-mail address</span>
          </PageLink>
        </ProfileRow>
        <ProfileRow title="Password" text={person.hasPassword ? "Set" : "None. You sign in another way."}>
          <PageLink to="/myprofile/password">
            {person.hasPassword ? "Change" : "Choose one"}
            <span className="visually-hidden">: password</span>
          </PageLink>
        </ProfileRow>
        {passkeys !== null && (
          <ProfileRow title="Passkeys" text={countPasskeys(passkeys)}>
            <PageLink to="/myprofile/passkeys">
              {passkeys > 0 ? "Manage" : "Add"}
              <span className="visually-hidden"> passkeys</span>
            </PageLink>
          </ProfileRow>
        )}
        <ProfileRow
          title="Two-factor authentication"
          text={
            person.hasSecondStep
              ? "On. Signing in asks for a code from your authenticator app."
              : "Off. Add a code from an authenticator app for more security."
          }
        >
          <PageLink to="/myprofile/two-step">
            {person.hasSecondStep ? "Manage" : "Turn on"}
            <span className="visually-hidden"> two-factor authentication</span>
          </PageLink>
        </ProfileRow>
        {page.hasGoogle && <Google linked={page.linked} />}
      </ul>
    </section>
  );
}

function countPasskeys(count: number): string {
  if (count === 0) return "None. Sign in with your fingerprint, face or screen lock.";
  return count === 1 ? "One" : `${count}`;
}

function Google({ linked }: Pick<ProfilePage, "linked">) {
  const [account] = linked;
  if (!account)
    return (
      <ProfileRow title="Google" text="Not linked">
        <FreshLink href="/auth/start?mode=link">
          Link<span className="visually-hidden"> your Google account</span>
        </FreshLink>
      </ProfileRow>
    );
  return (
    <ProfileRow title="Google" text={`${account.email}, since ${account.since}`}>
      <RowForm intent="unlink" label="Unlink" about="the Google account" values={{ id: account.id }} />
    </ProfileRow>
  );
}
