import { confirmPassword, waysToConfirm } from "#app/domain/accounts/passwords/change-password.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  privatePage,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { nextPath } from "#app/site/account/login/next-path.ts";
import { GoogleMark } from "#app/site/account/login/other-sign-in-methods.tsx";
import { HiddenUsername } from "#app/site/account/notice.tsx";
import { Island } from "#app/site/islands/island.tsx";
import PasskeyButton from "#app/site/islands/passkey-button.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/confirm.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  const { isFresh: _isFresh, personId: _personId, ...ways } = await waysToConfirm(accounts, accountRequest);
  return privatePage(args, { ...ways, next: nextPath(url) });
}

export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const { cookies } = await confirmPassword(accounts, accountRequest, {
      password: sent.text("password"),
      code: sent.text("code"),
    });
    return redirectOn(nextPath(url), cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Confirm your password", "/myprofile/confirm");
}

export default function Confirm({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { next, email, hasPassword, hasGoogle, hasPasskey } = page;
  return (
    <SubPage
      title={page.hasPassword ? "Confirm your password" : "Confirm it’s you"}
      lead="For your security, please confirm your identity to continue. We won’t ask again for 15 minutes."
    >
      {hasPassword && (
        <AccountForm intent="confirm" answer={answer} submit="Confirm" next={next}>
          <HiddenUsername email={email} />
          <AccountField label="Password" name="password" type="password" autoComplete="current-password" />
          {page.hasSecondStep && (
            <AccountField
              label="Two-factor code"
              name="code"
              type="code"
              autoComplete="one-time-code"
              hint="The 6 digits from your authenticator app, or a recovery code."
            />
          )}
        </AccountForm>
      )}
      <div className="other-sign-in">
        {hasGoogle && (
          <>
            {hasPassword && <p className="or">or</p>}
            <a className="btn quiet" href={`/auth/start?${new URLSearchParams({ mode: "redirect", next })}`}>
              <GoogleMark /> Continue with Google
            </a>
          </>
        )}
        {hasPasskey && (
          <Island
            name="passkey-button"
            of={PasskeyButton}
            load="page"
            props={{ next, isAlone: hasPassword && !hasGoogle }}
          />
        )}
      </div>
    </SubPage>
  );
}
