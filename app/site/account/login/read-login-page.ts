import { redirect } from "react-router";
import { webKey } from "#app/accounts/project.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { askingOf, type RouteArgs } from "../forms/asking.ts";
import { nextPath } from "../forms/next-path.ts";
import { leadOn, privatePage } from "../forms/private-page.ts";
import { describeProblem } from "../problems.ts";
import { secondStepPath } from "./second-step-path.ts";

/** What `/login` shows; whoever is signed in already is led on. */
export async function readLoginPage(args: RouteArgs, url: URL) {
  const { accounts, asking } = askingOf(args);
  const next = nextPath(url);
  if (await accounts.identify(asking)) throw leadOn(next);
  if (url.searchParams.get("step") === "second") throw redirect(secondStepPath(next));
  const kinds = accounts.enabledSignInKinds();
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    next,
    hasGoogle: kinds.includes("google"),
    hasPasskey: kinds.includes("passkey"),
    config: { apiKey: webKey, authDomain: args.context.get(pageContext).publicUrl.hostname },
    email: url.searchParams.get("email") ?? "",
    isInvited: url.searchParams.get("done") === "invited",
    notice: noticeFor(url.searchParams.get("done")),
    isSignedOut: url.searchParams.get("done") === "out",
    problem: problem === null ? null : describeProblem(problem),
  });
}

function noticeFor(done: string | null): string | null {
  if (done === "verified") return "Your e-mail address is confirmed. You can sign in now.";
  if (done === "reset") return "Your password was changed. Sign in with the new one.";
  if (done === "email") return "Your e-mail address was changed. Sign in with the new one.";
  if (done === "setup") return "Your site is ready. Sign in with the password you have just chosen.";
  if (done === "invited") return "Invitation accepted. Sign in with your password.";
  if (done === "out") return "You are signed out.";
  return null;
}
