import { Link, redirect } from "react-router";
import { webKey } from "#app/accounts/project.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { describePage } from "#app/site/parts/head.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountPage } from "../forms/account-page.tsx";
import { askingOf } from "../forms/asking.ts";
import { nextPath } from "../forms/next-path.ts";
import { leadOn, privateHeaders, privatePage } from "../forms/private-page.ts";
import { type Sent, takeForm } from "../forms/take-form.ts";
import { OtherWays } from "../login/other-ways.tsx";
import type { Route } from "./+types/registration.ts";
import { LeadInFromGoogle } from "./lead-in-from-google.ts";
import { MailSent } from "./mail-sent.tsx";
import { RegistrationForm } from "./registration-form.tsx";
import { sendRegistration } from "./send-registration.ts";

/** Anyone. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, asking } = askingOf(args);
  if (await accounts.identify(asking)) throw redirect("/myprofile");
  return privatePage(args, {
    sent: url.searchParams.get("sent"),
    next: nextPath(url),
    hasGoogle: accounts.enabledSignInKinds().includes("google"),
    config: {
      apiKey: webKey,
      authDomain: args.context.get(pageContext).publicUrl.hostname,
    },
  });
}

/** Anyone. */
export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    if (sent.intent === "resend") {
      await accounts.resendVerification(asking, { email: sent.text("email") });
      return leadOn("/registration?sent=again");
    }
    const { cookies } = await accounts.register(asking, readRegistration(sent));
    return leadOn("/registration?sent=1", cookies);
  });
}

function readRegistration(sent: Sent) {
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
  return sendRegistration(request, serverAction);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site, sent } = loaderData;
  const page = { ...site, title: "Create an account", path: "/registration" };
  if (sent) return describePlainPage(site, page.title, page.path);
  const description = `Create an account at ${site.company} with your e-mail address: see what you have written to us, and keep your data in your own hands.`;
  return describePage({ ...page, description });
}

export default function Registration({ loaderData, actionData: answer }: Route.ComponentProps) {
  if (loaderData.sent) return <MailSent isAgain={loaderData.sent === "again"} answer={answer} />;
  return (
    <AccountPage
      title="Create an account"
      lead={
        <>
          Already have an account? <Link to="/login">Sign in</Link>.
        </>
      }
    >
      {loaderData.hasGoogle && <LeadInFromGoogle next={loaderData.next} />}
      <RegistrationForm answer={answer} />
      <OtherWays {...loaderData} hasPasskey={false} />
    </AccountPage>
  );
}
