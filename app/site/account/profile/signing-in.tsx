import { Link } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { Address } from "../address.tsx";
import type { ProfilePage } from "./read-profile.ts";
import { Row } from "./row.tsx";
import { RowForm } from "./row-form.tsx";
import { SectionTrouble } from "./section-trouble.tsx";

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
        <Row title="E-mail" text={<Address email={person.email} />}>
          <Link to="/myprofile/email">
            Change<span className="vh"> the e-mail address</span>
          </Link>
        </Row>
        <Row title="Password" text={person.hasPassword ? "Set" : "None as yet: you sign in another way."}>
          <Link to="/myprofile/password">
            {person.hasPassword ? "Change" : "Choose one"}
            <span className="vh">: password</span>
          </Link>
        </Row>
        {passkeys !== null && (
          <Row title="Passkeys" text={countPasskeys(passkeys)}>
            <Link to="/myprofile/passkeys">
              {passkeys > 0 ? "Manage" : "Add"}
              <span className="vh"> passkeys</span>
            </Link>
          </Row>
        )}
        <Row
          title="Two-step sign-in"
          text={
            person.hasSecondStep
              ? "On. An app on your phone gives a code."
              : "Off. An app on your phone would give a code."
          }
        >
          <Link to="/myprofile/two-step">
            {person.hasSecondStep ? "Manage" : "Turn on"}
            <span className="vh"> two-step sign-in</span>
          </Link>
        </Row>
        {page.hasGoogle && <Google linked={page.linked} />}
      </ul>
    </section>
  );
}

function countPasskeys(count: number): string {
  if (count === 0) return "None. Your phone or computer would sign you in with a finger or a look.";
  return count === 1 ? "One" : `${count}`;
}

function Google({ linked }: Pick<ProfilePage, "linked">) {
  const [account] = linked;
  if (!account)
    return (
      <Row title="Google" text="Not linked">
        <a href="/auth/start?mode=link">
          Link<span className="vh"> your Google account</span>
        </a>
      </Row>
    );
  return (
    <Row title="Google" text={`${account.email}, since ${account.since}`}>
      <RowForm intent="unlink" label="Unlink" about="the Google account" values={{ id: account.id }} />
    </Row>
  );
}
