import { redirect } from "react-router";
import { webKey } from "#app/accounts/project.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { askingOf, type RouteArgs } from "../forms/asking.ts";
import { nextPath } from "../forms/next-path.ts";
import { privatePage } from "../forms/private-page.ts";
import { describeProblem } from "../problems.ts";
import { secondStepPath } from "./second-step-path.ts";

/** What `/login` shows; whoever is signed in already is led on. */
export async function readLoginPage(args: RouteArgs, url: URL) {
  const { accounts, asking } = askingOf(args);
  const next = nextPath(url);
  if (await accounts.identify(asking)) throw redirect(next);
  if (url.searchParams.get("step") === "second") throw redirect(secondStepPath(next));
  const kinds = accounts.enabledSignInKinds();
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    next,
    hasGoogle: kinds.includes("google"),
    hasPasskey: kinds.includes("passkey"),
    config: { apiKey: webKey, authDomain: args.context.get(pageContext).publicUrl.hostname },
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
  if (done === "invited") return "Your account is there. Sign in to it.";
  if (done === "out") return "You are signed out.";
  return null;
}
