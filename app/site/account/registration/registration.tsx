import { useEffect } from "react";
import { redirect } from "react-router";
import { accountConsent, enabledSignInKinds, webKey } from "#app/accounts/accounts.ts";
import { register, resendVerification } from "#app/accounts/registration/register.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { pageContext } from "#app/pages/page-context.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { sendByScript, useSender } from "#app/site/forms/send-form.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import { whenSignedIn } from "../browser/sign-in-start.ts";
import { AccountCheck, AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  redirectOn,
  type SentForm,
  takeForm,
} from "../forms/account-route.ts";
import { NewPassword } from "../forms/new-password.tsx";
import { nextPath } from "../login/next-path.ts";
import { OtherSignInMethods } from "../login/other-sign-in-methods.tsx";
import { Notice } from "../notice.tsx";
import type { Route } from "./+types/registration.ts";

export const links = linkSheets(accountSheet);

export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  if (await identify(accounts, accountRequest)) throw redirect("/myprofile");
  return privatePage(args, {
    sent: url.searchParams.get("sent"),
    next: nextPath(url),
    hasGoogle: enabledSignInKinds(accounts).includes("google"),
    config: {
      apiKey: webKey,
      authDomain: args.context.get(pageContext).publicUrl.hostname,
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

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendByScript(fetchSender(), ({ sendRegistration }) => sendRegistration(request, serverAction), {
    request,
    serverAction,
  });
}

/** What sends the form where scripts run. */
const fetchSender = () => import("./send-registration.ts");

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site, sent } = loaderData;
  const page = { ...site, title: "Create an account", path: "/registration" };
  if (sent) return describePlainPage(site, page.title, page.path);
  const description = `An account at ${site.company}: your messages to us, your newsletter and your data.`;
  return describePage({ ...page, description });
}

export default function Registration({ loaderData, actionData: answer }: Route.ComponentProps) {
  if (loaderData.sent) return <MailSent isAgain={loaderData.sent === "again"} answer={answer} />;
  return (
    <AccountPage
      title="Create an account"
      lead={
        <>
          Already have an account? <PageLink to="/login">Sign in</PageLink>.
        </>
      }
    >
      {loaderData.hasGoogle && <LeadInFromGoogle next={loaderData.next} />}
      <RegistrationForm answer={answer} />
      <OtherSignInMethods
        {...loaderData}
        hasPasskey={false}
        onSignedIn={() => location.replace(loaderData.next)}
      />
    </AccountPage>
  );
}

/** Leads on from the registration when its Google button has signed somebody in. */
function LeadInFromGoogle({ next }: { next: string }) {
  useEffect(() => whenSignedIn(() => location.replace(next)), [next]);
  return null;
}

interface MailSentProps {
  isAgain: boolean;
  answer: FormAnswer | undefined;
}

/** After a registration; the same whether the address had an account or not. */
function MailSent({ isAgain, answer }: MailSentProps) {
  return (
    <AccountPage title="Check your e-mail">
      <Notice>
        <p>
          {isAgain ? "We have sent the link again. " : "We have sent you a link. "}
          Open it within 30 minutes, preferably in this browser, to confirm your address.
        </p>
      </Notice>
      <h2>Didn’t get it?</h2>
      <p className="mute">Check your spam folder, or let us send it again.</p>
      <AccountForm intent="resend" answer={answer} submit="Send the link again" look="btn quiet">
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        Wrong address? <PageLink to="/registration">Start again</PageLink>.
      </p>
    </AccountPage>
  );
}

function RegistrationForm({ answer }: { answer: FormAnswer | undefined }) {
  const shell = useShellData();
  useSender(fetchSender);
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
            <PageLink to="/privacy">How we handle your data</PageLink>
          </>
        )}
      </AccountCheck>
      {shell && <AccountCheck name="newsletter">{shell.newsletterConsent}</AccountCheck>}
    </AccountForm>
  );
}
