import { LoginProvider, useLogin } from "#app/site/account/browser/browser-login.tsx";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { useAccountSending } from "#app/site/account/forms/use-account-sending.ts";
import {
  OtherSignInMethods,
  type OtherSignInMethodsProps,
} from "#app/site/account/login/other-sign-in-methods.tsx";
import { useContinue } from "#app/site/account/login/use-continue.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { addressDraft } from "#app/site/forms/form-draft.ts";

interface SignInProps extends OtherSignInMethodsProps {
  /** Address of the page. */
  action: string;
  answer: FormAnswer | undefined;
  /** Initial value of the field. */
  email: string;
}

/** Sign-in form with all sign-in methods. */
export default function SignIn(props: SignInProps) {
  return (
    <LoginProvider>
      <SignInForm {...props} />
      <OtherSignInMethods {...props} />
    </LoginProvider>
  );
}

function SignInForm({ action, answer: fromPage, email, next, secondStep }: SignInProps) {
  const { signIn, resetPassword } = useLogin();
  useContinue(next);
  const { answer, island } = useAccountSending({
    action,
    fromPage,
    async send(sent) {
      const address = String(sent.get("email") ?? "");
      if (sent.has("forgot")) {
        await resetPassword(address);
        location.assign("/reset-password?sent=1");
      } else if ((await signIn(address, String(sent.get("password") ?? ""))) === "second-step")
        location.replace(secondStep);
    },
  });
  return (
    <AccountForm
      intent="sign-in"
      answer={answer}
      submit="Sign in"
      pending="Signing in…"
      values={email ? { email } : {}}
      draft={addressDraft}
      afterButton={<Forgot />}
      signsIn
      next={next}
      island={island}
    >
      <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      <AccountField label="Password" name="password" type="password" autoComplete="current-password" />
    </AccountForm>
  );
}

/** Comes after the submit button, so that Enter signs in. */
function Forgot() {
  return (
    <button className="linkbtn forgot" id="forgot" type="submit" name="forgot" value="1">
      Forgot password?
    </button>
  );
}
