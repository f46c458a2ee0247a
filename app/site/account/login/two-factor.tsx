import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { verifyTwoFactor } from "#app/domain/accounts/two-factor/two-factor.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  redirectOn,
  takeForm,
} from "../forms/account-route.ts";
import type { Route } from "./+types/two-factor.ts";
import { nextPath } from "./next-path.ts";

export const links = linkSheets(accountSheet);

/** Only the action checks the first step. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const next = nextPath(url);
  const { accounts, accountRequest } = accountRequestOf(args);
  if (await identify(accounts, accountRequest)) throw redirectOn(next);
  return privatePage(args, { next, isRecovery: url.searchParams.get("kind") === "recovery" });
}

export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const kind = sent.intent === "recovery" ? "recovery" : "app";
    const done = await verifyTwoFactor(accounts, accountRequest, { code: sent.text("code").trim(), kind });
    return redirectOn(nextPath(url), done.cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Two-factor authentication", "/login/second-step");
}

export default function TwoFactorCode({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { next, isRecovery } = page;
  return (
    <AccountPage title="Two-factor authentication" lead={isRecovery ? recoveryLead : appLead}>
      <AccountForm
        intent={isRecovery ? "recovery" : "app"}
        answer={answer}
        submit="Sign in"
        pending="Signing in…"
        signsIn
        next={next}
      >
        <AccountField
          label={isRecovery ? "Recovery code" : "Authentication code"}
          name="code"
          type={isRecovery ? "code" : "digits"}
          autoComplete="one-time-code"
        />
      </AccountForm>
      <p className="after">
        <a
          href={`/login/second-step?${new URLSearchParams(isRecovery ? { next } : { next, kind: "recovery" })}`}
        >
          {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
        </a>
      </p>
    </AccountPage>
  );
}

const appLead = "Enter the 6-digit code from your authenticator app.";
const recoveryLead =
  "Enter one of the recovery codes you saved when you turned on two-factor authentication. Each code works once.";
