import { Link } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { AccountCheck, AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { NewPassword } from "../forms/new-password.tsx";

export function RegistrationForm({ answer }: { answer: FormAnswer | undefined }) {
  const shell = useShellData();
  return (
    <AccountForm intent="register" answer={answer} submit="Create account" pending="One moment…">
      <AccountField label="Your name" name="name" autoComplete="name" />
      <AccountField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        hint="We send you a link to it: the account opens with that."
      />
      <NewPassword />
      <AccountCheck name="consent" isRequired>
        You may keep my name and e-mail address for this account. I can delete it myself at any time.
        {shell?.hasPrivacy && (
          <>
            {" "}
            <Link to="/privacy">How we handle your data</Link>
          </>
        )}
      </AccountCheck>
      {shell && <AccountCheck name="newsletter">{shell.newsletter.consent}</AccountCheck>}
    </AccountForm>
  );
}
