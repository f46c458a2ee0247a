import { redirect } from "react-router";
import { siteContext } from "#app/site/site-context.ts";
import { ownPath } from "#app/text/own-path.ts";
import { askingOf, type RouteArgs } from "../forms/asking.ts";
import { privatePage } from "../forms/private-page.ts";
import { describeProblem } from "../problems.ts";

/** Names this site to `/api/auth/v1/projects`; no secret. */
const apiKey = "frontdesk-web";

/** What `/login` shows; whoever is signed in already is led on. */
export async function readLoginPage(args: RouteArgs, url: URL) {
  const { accounts, asking } = askingOf(args);
  const next = ownPath(url.searchParams.get("next"));
  if (await accounts.identify(asking)) throw redirect(next);
  const kinds = accounts.enabledSignInKinds();
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    next,
    hasGoogle: kinds.includes("google"),
    hasPasskey: kinds.includes("passkey"),
    config: { apiKey, authDomain: args.context.get(siteContext).publicUrl.hostname },
    notice: noticeFor(url.searchParams.get("done")),
    problem: problem === null ? null : describeProblem(problem),
  });
}

function noticeFor(done: string | null): string | null {
  if (done === "verified")
    return "Your e-mail address is verified, and your account is there. Sign in to it.";
  if (done === "reset") return "Your new password counts from now on. Sign in with it.";
  if (done === "email") return "Your new e-mail address counts from now on. Sign in with it.";
  if (done === "setup") return "The site is yours. Sign in with the password you have just chosen.";
  if (done === "out") return "You are signed out.";
  return null;
}
