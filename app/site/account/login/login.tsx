import { Link } from "react-router";
import { describePage } from "#app/site/parts/head.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { nextPath } from "../forms/next-path.ts";
import { leadOn, privateHeaders } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import { Notice } from "../notice.tsx";
import { Trouble } from "../trouble.tsx";
import type { Route } from "./+types/login.ts";
import { LeadIn } from "./lead-in.ts";
import { OtherWays } from "./other-ways.tsx";
import { readLoginPage } from "./read-login-page.ts";
import { secondStepPath } from "./second-step-path.ts";
import { sendSignIn } from "./send-sign-in.ts";
import { SignedOut } from "./signed-out.ts";

/** Anyone. */
export function loader({ url, ...args }: Route.LoaderArgs) {
  return readLoginPage(args, url);
}

/** Anyone. */
export function action({ url, ...args }: Route.ActionArgs) {
  const next = nextPath(url);
  return takeForm(args, async (sent, accounts, asking) => {
    if (sent.isTicked("forgot")) {
      await accounts.forgot(asking, { email: sent.text("email") });
      return leadOn("/reset-password?sent=1");
    }
    const given = { email: sent.text("email"), password: sent.text("password") };
    const done = await accounts.signIn(asking, given);
    return leadOn(done.next === "in" ? next : secondStepPath(next), done.cookies);
  });
}

export function clientAction({ request, url }: Route.ClientActionArgs) {
  return sendSignIn(request, nextPath(url));
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site } = loaderData;
  const description = `Sign in to your account at ${site.company}: your messages to us, your newsletter and your data, in one place.`;
  return describePage({ ...site, title: "Sign in", path: "/login", description });
}

export default function Login({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Sign in"
      lead={
        page.isInvited ? undefined : (
          <>
            New here? <Link to="/registration">Create an account</Link>.
          </>
        )
      }
    >
      {page.notice && <Notice>{page.notice}</Notice>}
      {page.isSignedOut && <SignedOut />}
      {page.problem && !answer && <Trouble title={page.problem} />}
      <LeadIn />
      <AccountForm
        intent="sign-in"
        answer={answer}
        submit="Sign in"
        pending="Signing in…"
        values={page.email ? { email: page.email } : {}}
        beside={<Forgot />}
      >
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
        <AccountField label="Password" name="password" type="password" autoComplete="current-password" />
      </AccountForm>
      <OtherWays {...page} />
    </AccountPage>
  );
}

/** Behind the form's own button, so that Enter signs in. */
function Forgot() {
  return (
    <button className="linkbtn forgot" id="forgot" type="submit" name="forgot" value="1">
      Forgot password?
    </button>
  );
}
