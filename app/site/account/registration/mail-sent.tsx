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
    <AccountPage title="Look into your mailbox">
      <Notice>
        <p>
          {isAgain ? "We have sent it once more. " : "We have sent you a mail. "}
          Open the link in it within 30 minutes, best in this browser, and your account is there.
        </p>
      </Notice>
      <h2>Nothing there?</h2>
      <p className="mute">Look among the spam first. If it is not there either, we send it again.</p>
      <AccountForm intent="resend" answer={answer} submit="Send it again" look="btn quiet">
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        A wrong letter in the address? <Link to="/registration">Start once more</Link>.
      </p>
    </AccountPage>
  );
}
