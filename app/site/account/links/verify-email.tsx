import { redirect } from "react-router";
import { readVerification, verify } from "#app/domain/accounts/registration/register.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountForm } from "#app/site/account/forms/account-form.tsx";
import { AccountPage, describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  nameSignInEmail,
  privateHeaders,
  redirectOn,
  secretPage,
  takeForm,
  tokenOf,
} from "#app/site/account/forms/account-route.ts";
import { NewPasswordFields } from "#app/site/account/forms/new-password.tsx";
import { Address } from "#app/site/account/notice.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/verify-email.ts";

export const links = linkSheets(accountSheet);

/** Public to holders of the mailed link; a GET changes nothing, since mail scanners open links. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  redirectToEmailChange(url);
  const { accounts, accountRequest } = accountRequestOf(args);
  return secretPage(args, await readVerification(accounts, accountRequest, tokenOf(url)));
}

/** Public to holders of the mailed link. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const password = sent.text("password");
    const chosen = password === "" ? {} : { password, passwordAgain: sent.text("passwordAgain") };
    const { email, cookies } = await verify(accounts, accountRequest, { token: tokenOf(url), ...chosen });
    return redirectOn("/login?done=verified", [...cookies, nameSignInEmail(accounts, email)]);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Verify your e-mail", "/verify-email");
}

export default function VerifyEmail({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  if (page.state === "gone") return <Gone />;
  return (
    <AccountPage
      title="Confirm your e-mail"
      lead={
        <>
          <strong className="address">
            <Address email={page.email} />
          </strong>
          <br />
          {page.needsPassword
            ? "You registered in a different browser. To make sure the account is yours, choose its password here."
            : "Confirm this address to create your account."}
        </>
      }
    >
      <AccountForm intent="verify" answer={answer} submit="Confirm e-mail">
        {page.needsPassword && <NewPasswordFields label="New password" />}
      </AccountForm>
      <p className="after mute">Didn’t ask for an account? Close this page and nothing will happen.</p>
    </AccountPage>
  );
}

function Gone() {
  return (
    <AccountPage
      title="This link has expired"
      lead="Confirmation links work once, for 30 minutes. You may have used this one already."
    >
      <div className="ways">
        <a className="btn" href="/login">
          Sign in
        </a>
        <a className="go" href="/registration">
          Register again
        </a>
      </div>
    </AccountPage>
  );
}

/** Redirects links of an e-mail change, which use other parameters. */
function redirectToEmailChange({ searchParams }: URL): void {
  const change = searchParams.get("change");
  const cancel = searchParams.get("cancel");
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  if (change) throw redirect(`/verify-email-change?${new URLSearchParams({ token: change })}`, { headers });
  if (cancel)
    throw redirect(`/verify-email-change?${new URLSearchParams({ token: cancel, cancel: "1" })}`, {
      headers,
    });
}
