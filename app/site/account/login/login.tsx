import { redirect } from "react-router";
import { accountConsent, enabledSignInKinds, webKey } from "#app/domain/accounts/accounts.ts";
import { forgot } from "#app/domain/accounts/passwords/reset.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { signIn } from "#app/domain/accounts/sessions/sign-in.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { describeAccountProblem } from "#app/site/account/account-problem.ts";
import { AccountPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  type RouteArgs,
  readSignInEmail,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { Notice, Trouble } from "#app/site/account/notice.tsx";
import { Island } from "#app/site/islands/island.tsx";
import SignIn from "#app/site/islands/sign-in.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/login.ts";
import { nextPath, twoFactorPath } from "./next-path.ts";

export const links = linkSheets(accountSheet);

export function loader({ url, ...args }: Route.LoaderArgs) {
  return readLoginPage(args, url);
}

export function action({ url, ...args }: Route.ActionArgs) {
  const next = nextPath(url);
  return takeForm(args, async (sent, accounts, accountRequest) => {
    if (sent.isTicked("forgot")) {
      await forgot(accounts, accountRequest, { email: sent.text("email") });
      return redirectOn("/reset-password?sent=1");
    }
    const given = { email: sent.text("email"), password: sent.text("password") };
    const done = await signIn(accounts, accountRequest, given);
    return redirectOn(done.next === "in" ? next : twoFactorPath(next), done.cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  const { site } = loaderData;
  const description = `Sign in to your account at ${site.company}: your messages to us, your newsletter and your data, in one place.`;
  return describePage({ ...site, title: "Sign in", path: "/login", description });
}

export default function Login({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { hasAccount, notice, isSignedOut, problem, signIn } = loaderData;
  return (
    <AccountPage
      title="Sign in"
      lead={
        hasAccount ? undefined : (
          <>
            New here? <a href="/registration">Create an account</a>.
          </>
        )
      }
    >
      {notice && !answer && <Notice>{notice}</Notice>}
      {isSignedOut && <span hidden data-signed-out="" />}
      {problem && !answer && <Trouble title={problem} />}
      <Island name="sign-in" of={SignIn} load="page" props={{ ...signIn, answer }} />
    </AccountPage>
  );
}

/** Reads the data of `/login`; redirects a signed-in user. */
async function readLoginPage(args: RouteArgs, url: URL) {
  const { accounts, accountRequest } = accountRequestOf(args);
  const next = nextPath(url);
  if (await identify(accounts, accountRequest)) throw redirectOn(next);
  if (url.searchParams.get("step") === "second") throw redirect(twoFactorPath(next));
  const kinds = enabledSignInKinds(accounts);
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    signIn: {
      action: url.pathname + url.search,
      next,
      secondStep: twoFactorPath(next),
      hasGoogle: kinds.includes("google"),
      hasPasskey: kinds.includes("passkey"),
      config: { apiKey: webKey, authDomain: args.context.get(pageContext).publicUrl.hostname },
      consent: accountConsent,
      email: readSignInEmail(accounts, args.request),
    },
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
