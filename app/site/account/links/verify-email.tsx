import { redirect } from "react-router";
import { readVerification, verify } from "#app/accounts/registration/register.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountForm } from "#app/site/account/forms/account-form.tsx";
import { AccountPage, describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  redirectOn,
  secretPage,
  takeForm,
  tokenOf,
} from "#app/site/account/forms/account-route.ts";
import { NewPassword } from "#app/site/account/forms/new-password.tsx";
import { Address } from "#app/site/account/notice.tsx";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/verify-email.ts";

export const links = linkSheets(accountSheet);

/** Anyone with the mailed link; looking changes nothing, since mail scanners open links. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  leadToChange(url);
  const { accounts, accountRequest } = accountRequestOf(args);
  return secretPage(args, await readVerification(accounts, accountRequest, tokenOf(url)));
}

/** Anyone with the mailed link. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const password = sent.text("password");
    const chosen = password === "" ? {} : { password, passwordAgain: sent.text("passwordAgain") };
    const { cookies } = await verify(accounts, accountRequest, { token: tokenOf(url), ...chosen });
    return redirectOn("/login?done=verified", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction });
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
        {page.needsPassword && <NewPassword label="New password" />}
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
        <PageLink className="btn" to="/login">
          Sign in
        </PageLink>
        <PageLink className="go" to="/registration">
          Register again
        </PageLink>
      </div>
    </AccountPage>
  );
}

/** Links to a change of address come here too, by another name. */
function leadToChange({ searchParams }: URL): void {
  const change = searchParams.get("change");
  const cancel = searchParams.get("cancel");
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  if (change) throw redirect(`/verify-email-change?${new URLSearchParams({ token: change })}`, { headers });
  if (cancel)
    throw redirect(`/verify-email-change?${new URLSearchParams({ token: cancel, cancel: "1" })}`, {
      headers,
    });
}
