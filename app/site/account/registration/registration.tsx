import { redirect } from "react-router";
import { accountConsent, enabledSignInKinds, webKey } from "#app/domain/accounts/accounts.ts";
import { register, resendVerification } from "#app/domain/accounts/registration/register.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { addressDraft } from "#app/site/forms/form-draft.ts";
import { Island } from "#app/site/islands/island.tsx";
import RegistrationForm from "#app/site/islands/registration.tsx";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  redirectOn,
  type SentForm,
  takeForm,
} from "../forms/account-route.ts";
import { nextPath, twoFactorPath } from "../login/next-path.ts";
import { Notice } from "../notice.tsx";
import type { Route } from "./+types/registration.ts";

export const links = linkSheets(accountSheet);

export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  if (await identify(accounts, accountRequest)) throw redirect("/myprofile");
  const next = nextPath(url);
  return privatePage(args, {
    sent: url.searchParams.get("sent"),
    form: {
      action: url.pathname + url.search,
      next,
      secondStep: twoFactorPath(next),
      hasGoogle: enabledSignInKinds(accounts).includes("google"),
      // A passkey needs an existing account.
      hasPasskey: false,
      config: {
        apiKey: webKey,
        authDomain: args.context.get(pageContext).publicUrl.hostname,
      },
      consent: accountConsent,
    },
  });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    if (sent.intent === "resend") {
      await resendVerification(accounts, accountRequest, { email: sent.text("email") });
      return redirectOn("/registration?sent=again");
    }
    const { cookies } = await register(accounts, accountRequest, readRegistration(sent));
    return redirectOn("/registration?sent=1", cookies);
  });
}

function readRegistration(sent: SentForm) {
  return {
    name: sent.text("name"),
    email: sent.text("email"),
    password: sent.text("password"),
    passwordAgain: sent.text("passwordAgain"),
    consent: sent.isTicked("consent"),
    newsletter: sent.isTicked("newsletter"),
  };
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site, sent } = loaderData;
  const page = { ...site, title: "Create an account", path: "/registration" };
  if (sent) return describePlainPage(site, page.title, page.path);
  const description = `An account at ${site.company}: your messages to us, your newsletter and your data.`;
  return describePage({ ...page, description });
}

export default function Registration({ loaderData, actionData: answer }: Route.ComponentProps) {
  const shell = useShellData();
  if (loaderData.sent) return <MailSent isAgain={loaderData.sent === "again"} answer={answer} />;
  const form = {
    ...loaderData.form,
    answer,
    newsletterConsent: shell?.newsletterConsent ?? "",
    hasPrivacy: shell?.hasPrivacy === true,
  };
  return (
    <AccountPage
      title="Create an account"
      lead={
        <>
          Already have an account? <a href="/login">Sign in</a>.
        </>
      }
    >
      <Island name="registration" of={RegistrationForm} load="page" props={form} />
    </AccountPage>
  );
}

interface MailSentProps {
  isAgain: boolean;
  answer: FormAnswer | undefined;
}

/** Shown after a registration, whether or not the address already had an account. */
function MailSent({ isAgain, answer }: MailSentProps) {
  return (
    <AccountPage title="Check your e-mail">
      {!answer && (
        <Notice>
          <p>
            {isAgain
              ? "If this address waits to be confirmed, we have sent the link again. "
              : "We have sent you a link. "}
            Open it within 30 minutes, preferably in this browser, to confirm your address.
          </p>
        </Notice>
      )}
      <h2>Didn’t get it?</h2>
      <p className="mute">Check your spam folder, or let us send it again.</p>
      <AccountForm
        intent="resend"
        answer={answer}
        submit="Send the link again"
        look="btn quiet"
        draft={addressDraft}
      >
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        Wrong address? <a href="/registration">Start again</a>.
      </p>
    </AccountPage>
  );
}
