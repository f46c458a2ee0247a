import { Link } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { Notice } from "../notice.tsx";

interface MailSentProps {
  isAgain: boolean;
  answer: FormAnswer | undefined;
}

/** After a registration; the same whether the address had an account or not. */
export function MailSent({ isAgain, answer }: MailSentProps) {
  return (
    <AccountPage title="Check your e-mail">
      <Notice>
        <p>
          {isAgain ? "We have sent the link again. " : "We have sent you a link. "}
          Open it within 30 minutes, preferably in this browser, to confirm your address.
        </p>
      </Notice>
      <h2>Didn’t get it?</h2>
      <p className="mute">Check your spam folder first. If it isn’t there, we can send it again.</p>
      <AccountForm intent="resend" answer={answer} submit="Send the link again" look="btn quiet">
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        Wrong address? <Link to="/registration">Start again</Link>.
      </p>
    </AccountPage>
  );
}
