import { Link } from "react-router";
import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { askingOf } from "../forms/asking.ts";
import { NewPassword } from "../forms/new-password.tsx";
import { leadOn, privateHeaders, secretPage } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import { WhosePassword } from "../forms/whose-password.tsx";
import type { Route } from "./+types/invitation.ts";
import { tokenOf } from "./token-of.ts";

/** Whoever has the mailed link of an invitation. Looking changes nothing. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, asking } = askingOf(args);
  return secretPage(args, await accounts.readInvitation(asking, tokenOf(url)));
}

/** Whoever has the mailed link of an invitation. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const { cookies } = await accounts.acceptInvitation(asking, {
      token: tokenOf(url),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return leadOn("/login?done=invited", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Your invitation", "/invitation");
}

export default function Invitation({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  if (page.state === "gone") return <Gone />;
  const place = page.role === "member" ? "an account" : `a place as ${page.role}`;
  return (
    <AccountPage
      title={`Welcome, ${page.name}`}
      lead={`There is ${place} for you at ${page.site.company || "this site"}, under ${page.email}.`}
    >
      {page.hasAccount ? (
        <AccountForm intent="accept" answer={answer} submit="Accept">
          <p className="w">
            You have an account with this address already: it gets the new role, and your password stays.
          </p>
        </AccountForm>
      ) : (
        <AccountForm intent="accept" answer={answer} submit="Accept, with this password">
          <WhosePassword email={page.email} />
          <NewPassword />
        </AccountForm>
      )}
    </AccountPage>
  );
}

function Gone() {
  return (
    <AccountPage
      title="This invitation has run out"
      lead="Its link works once and for 7 days, and only the newest one counts. Ask whoever invited you for another."
    >
      <div className="ways">
        <Link className="btn" to="/login">
          Sign in
        </Link>
      </div>
    </AccountPage>
  );
}
