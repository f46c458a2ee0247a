import { acceptInvitation, readInvitation } from "#app/domain/accounts/staff/invitations.ts";
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
import { HiddenUsername } from "#app/site/account/notice.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/invitation.ts";

export const links = linkSheets(accountSheet);

/** Public to holders of a mailed invitation link; a GET changes nothing. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  return secretPage(args, await readInvitation(accounts, accountRequest, tokenOf(url)));
}

/** Public to holders of a mailed invitation link. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const token = tokenOf(url);
    const { email, role } = await readInvitation(accounts, accountRequest, token);
    const { next, cookies } = await acceptInvitation(accounts, accountRequest, {
      token,
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    if (next === "in") return redirectOn(role === "member" ? "/myprofile" : "/dashboard/home", cookies);
    return redirectOn("/login?done=invited", [...cookies, nameSignInEmail(accounts, email)]);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Your invitation", "/invitation");
}

export default function Invitation({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  if (page.state === "gone") return <Gone />;
  const role = page.role === "member" ? "" : ` as ${page.role === "admin" ? "an admin" : "an editor"}`;
  return (
    <AccountPage
      title={`Welcome, ${page.name}`}
      lead={`You’ve been invited to join ${page.site.company || "this site"}${role}, with the address ${page.email}.`}
    >
      {page.hasAccount ? (
        <AccountForm intent="accept" answer={answer} submit="Accept invitation">
          <p className="full-row">
            You already have an account with this address. It gets the new role; your password stays the same.
          </p>
        </AccountForm>
      ) : (
        <AccountForm intent="accept" answer={answer} submit="Accept invitation">
          <HiddenUsername email={page.email} />
          <NewPasswordFields known={[page.name, page.email]} />
        </AccountForm>
      )}
    </AccountPage>
  );
}

function Gone() {
  return (
    <AccountPage
      title="This invitation has expired"
      lead="Invitation links work once, for 7 days, and only the latest one is valid. Ask the person who invited you for a new one."
    >
      <div className="ways">
        <a className="btn" href="/login">
          Sign in
        </a>
      </div>
    </AccountPage>
  );
}
