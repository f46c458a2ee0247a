import { useCallback, useEffect, useState } from "react";
import { redirect, useNavigation, useSubmit } from "react-router";
import { enabledSignInKinds, webKey } from "#app/accounts/accounts.ts";
import { forgot } from "#app/accounts/passwords/reset.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { signIn } from "#app/accounts/sessions/sign-in.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { forgetPrivate } from "#app/pages/private-storage.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { describeAccountProblem } from "#app/site/account/account-problem.ts";
import { whenSignedIn } from "#app/site/account/browser/sign-in-start.ts";
import { hasSignedInHint } from "#app/site/account/browser/signed-in-hint.ts";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { AccountPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  type RouteArgs,
  readNewAccount,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { Notice, Trouble } from "#app/site/account/notice.tsx";
import { sendByScript, useSender } from "#app/site/forms/send-form.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/login.ts";
import { goOnIntent, nextPath, twoFactorPath } from "./next-path.ts";
import { OtherSignInMethods } from "./other-sign-in-methods.tsx";

export const links = linkSheets(accountSheet);

export function loader({ url, ...args }: Route.LoaderArgs) {
  return readLoginPage(args, url);
}

export function action({ url, ...args }: Route.ActionArgs) {
  const next = nextPath(url);
  return takeForm(args, async (sent, accounts, accountRequest) => {
    // Where the script that leads on could not be fetched.
    if (sent.intent === goOnIntent && (await identify(accounts, accountRequest))) return redirectOn(next);
    if (sent.isTicked("forgot")) {
      await forgot(accounts, accountRequest, { email: sent.text("email") });
      return redirectOn("/reset-password?sent=1");
    }
    const given = { email: sent.text("email"), password: sent.text("password") };
    const done = await signIn(accounts, accountRequest, given);
    return redirectOn(done.next === "in" ? next : twoFactorPath(next), done.cookies);
  });
}

export function clientAction({ request, serverAction, url }: Route.ClientActionArgs) {
  return sendByScript(fetchSender(), ({ sendSignIn }) => sendSignIn(request, nextPath(url)), {
    request,
    serverAction,
  });
}

/** What sends the form where scripts run. */
const fetchSender = () => import("./send-sign-in.ts");

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site } = loaderData;
  const description = `Sign in to your account at ${site.company}: your messages to us, your newsletter and your data, in one place.`;
  return describePage({ ...site, title: "Sign in", path: "/login", description });
}

export default function Login({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const goOn = useGoOn();
  useSender(fetchSender);
  return (
    <AccountPage
      title="Sign in"
      lead={
        page.hasAccount ? undefined : (
          <>
            New here? <PageLink to="/registration">Create an account</PageLink>.
          </>
        )
      }
    >
      {page.notice && <Notice>{page.notice}</Notice>}
      {page.isSignedOut && <SignedOut />}
      {page.problem && !answer && <Trouble title={page.problem} />}
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
      <OtherSignInMethods {...page} onSignedIn={goOn} />
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

/** After a sign-out, however it was sent: nothing of the person stays in this browser, and its other pages hear of it. */
function SignedOut() {
  useEffect(() => {
    // At once, since the script that tells the others may not come.
    if (!hasSignedInHint()) forgetPrivate();
    const follow = async () => {
      const { followSignOut } = await import("#app/site/account/browser/browser-login.tsx");
      await followSignOut();
    };
    follow().catch(() => {});
  }, []);
  return null;
}

/**
 * Leads on as soon as somebody is signed in by anything but the page's own form: Google, a passkey, a popup that was late,
 * another page of this browser. The way on is the form's as well, so that nobody is led twice.
 */
function useGoOn(): () => void {
  const submit = useSubmit();
  const isIdle = useNavigation().state === "idle";
  const [isIn, setIn] = useState(false);
  const goOn = useCallback(() => setIn(true), []);
  useEffect(() => whenSignedIn(goOn), [goOn]);
  useEffect(() => {
    if (!isIn || !isIdle) return;
    // Once: a session that has ended meanwhile would be asked for without end.
    setIn(false);
    void submit({ intent: goOnIntent }, { method: "post" });
  }, [isIn, isIdle, submit]);
  return goOn;
}

/** What `/login` shows; whoever is signed in already is led on. */
async function readLoginPage(args: RouteArgs, url: URL) {
  const { accounts, accountRequest } = accountRequestOf(args);
  const next = nextPath(url);
  if (await identify(accounts, accountRequest)) throw redirectOn(next);
  if (url.searchParams.get("step") === "second") throw redirect(twoFactorPath(next));
  const kinds = enabledSignInKinds(accounts);
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    next,
    hasGoogle: kinds.includes("google"),
    hasPasskey: kinds.includes("passkey"),
    config: { apiKey: webKey, authDomain: args.context.get(pageContext).publicUrl.hostname },
    email: readNewAccount(accounts, args.request),
    hasAccount: url.searchParams.get("done") === "invited",
    notice: noticeFor(url.searchParams.get("done")),
    isSignedOut: url.searchParams.get("done") === "out",
    problem: problem === null ? null : describeAccountProblem(problem),
  });
}

function noticeFor(done: string | null): string | null {
  if (done === "verified") return "Your e-mail address is confirmed. You can sign in now.";
  if (done === "reset") return "Your password was changed. Sign in with the new one.";
  if (done === "email") return "Your e-mail address was changed. Sign in with the new one.";
  if (done === "invited") return "Invitation accepted. Sign in with your password.";
  if (done === "out") return "You are signed out.";
  return null;
}
