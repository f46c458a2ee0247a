import { Link } from "react-router";
import { accountConsent } from "#app/accounts/account-consent.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { AccountCheck, AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { NewPassword } from "../forms/new-password.tsx";

export function RegistrationForm({ answer }: { answer: FormAnswer | undefined }) {
  const shell = useShellData();
  return (
    <AccountForm intent="register" answer={answer} submit="Create account" pending="Creating account…">
      <AccountField label="Your name" name="name" autoComplete="name" />
      <AccountField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        hint="We’ll send you a link to confirm this address."
      />
      <NewPassword />
      <AccountCheck name="consent" isRequired>
        {accountConsent}
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
