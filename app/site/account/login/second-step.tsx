import { Link, redirect } from "react-router";
import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { askingOf } from "../forms/asking.ts";
import { nextPath } from "../forms/next-path.ts";
import { leadOn, privateHeaders, privatePage } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import type { Route } from "./+types/second-step.ts";

/** Anyone; the action goes on only with a first step that was taken. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const next = nextPath(url);
  const { accounts, asking } = askingOf(args);
  if (await accounts.identify(asking)) throw redirect(next);
  return privatePage(args, { next, isRecovery: url.searchParams.get("kind") === "recovery" });
}

/** Anyone. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const kind = sent.intent === "recovery" ? "recovery" : "app";
    const done = await accounts.secondStep(asking, { code: sent.text("code").trim(), kind });
    return leadOn(nextPath(url), done.cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Second step", "/login/second-step");
}

export default function SecondStep({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { next, isRecovery } = page;
  return (
    <AccountPage title="One more step" lead={isRecovery ? recoveryLead : appLead}>
      <AccountForm
        key={isRecovery ? "recovery" : "app"}
        intent={isRecovery ? "recovery" : "app"}
        answer={answer}
        submit="Sign in"
        pending="Signing in…"
      >
        <AccountField
          label={isRecovery ? "Recovery code" : "Code of the app"}
          name="code"
          type={isRecovery ? "code" : "digits"}
          autoComplete="one-time-code"
        />
      </AccountForm>
      <p className="after">
        <Link
          to={`/login/second-step?${new URLSearchParams(isRecovery ? { next } : { next, kind: "recovery" })}`}
        >
          {isRecovery ? "Use the app instead" : "I don’t have the phone with me"}
        </Link>
      </p>
    </AccountPage>
  );
}

const appLead = "Open the authenticator app on your phone and type the six digits it shows for this site.";
const recoveryLead =
  "Type one of the recovery codes you kept when you turned the second step on. Each works once.";
