import { LoginProvider, useLogin } from "#app/site/account/browser/browser-login.tsx";
import {
  AccountCheck,
  AccountField,
  AccountForm,
  useFieldErrors,
} from "#app/site/account/forms/account-form.tsx";
import { useAccountSending } from "#app/site/account/forms/use-account-sending.ts";
import {
  OtherSignInMethods,
  type OtherSignInMethodsProps,
} from "#app/site/account/login/other-sign-in-methods.tsx";
import { useContinue } from "#app/site/account/login/use-continue.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { addressDraft } from "#app/site/forms/form-draft.ts";
import NewPassword from "./new-password.tsx";

interface RegistrationProps extends OtherSignInMethodsProps {
  /** Address of the page. */
  action: string;
  answer: FormAnswer | undefined;
  /** Label of the newsletter checkbox; empty for none. */
  newsletterConsent: string;
  hasPrivacy: boolean;
}

/** Form that creates an account, and the other sign-in methods. */
export default function Registration(props: RegistrationProps) {
  return (
    <LoginProvider>
      <RegistrationForm {...props} />
      <OtherSignInMethods {...props} />
    </LoginProvider>
  );
}

function RegistrationForm({ action, answer: fromPage, ...page }: RegistrationProps) {
  const { createUser } = useLogin();
  useContinue(page.next);
  const { answer, island } = useAccountSending({
    action,
    fromPage,
    async send(sent) {
      const text = (name: string) => String(sent.get(name) ?? "");
      await createUser({
        name: text("name"),
        email: text("email"),
        password: text("password"),
        passwordAgain: text("passwordAgain"),
        consent: sent.has("consent"),
        newsletter: sent.has("newsletter"),
      });
      location.assign("/registration?sent=1");
    },
  });
  return (
    <AccountForm
      intent="register"
      answer={answer}
      submit="Create account"
      pending="Creating account…"
      draft={addressDraft}
      island={island}
    >
      <AccountField label="Your name" name="name" autoComplete="name" />
      <AccountField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        hint="We’ll send you a link to confirm this address."
      />
      <FormPassword />
      <AccountCheck name="consent" isRequired>
        {page.consent}
        {page.hasPrivacy && (
          <>
            {" "}
            <a href="/privacy" target="_blank" rel="noopener">
              How we handle your data<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          </>
        )}
      </AccountCheck>
      {page.newsletterConsent && <AccountCheck name="newsletter">{page.newsletterConsent}</AccountCheck>}
    </AccountForm>
  );
}

function FormPassword() {
  return <NewPassword errors={useFieldErrors(["password", "passwordAgain"])} />;
}
