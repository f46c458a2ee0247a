import { Link } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { Notice } from "../notice.tsx";

/** Asks for a link to choose a new password. */
export function AskForLink({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Enter your e-mail address and we’ll send you a link to reset it."
    >
      <AccountForm intent="ask" answer={answer} submit="Send reset link">
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        <Link to="/login">Back to sign in</Link>
      </p>
    </AccountPage>
  );
}

/** The same whether there is an account or not. */
export function LinkSent() {
  return (
    <AccountPage title="Check your e-mail">
      <Notice>
        <p>
          If there is an account with this address, a mail with a link is on its way. The link works once, for
          30 minutes.
        </p>
      </Notice>
      <p className="after">
        Nothing after a few minutes? <Link to="/reset-password">Try again</Link>, or{" "}
        <Link to="/contact">write to us</Link>.
      </p>
    </AccountPage>
  );
}
