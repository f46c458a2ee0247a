import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { askingOf, needSigned } from "../forms/asking.ts";
import { nextPath } from "../forms/next-path.ts";
import { leadOn, privateHeaders, privatePage } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import { WhosePassword } from "../forms/whose-password.tsx";
import { GoogleMark } from "../login/google-mark.tsx";
import { PasskeyButton } from "../login/passkey-button.tsx";
import type { Route } from "./+types/confirm.ts";
import { SubPage } from "./sub-page.tsx";

/** Signed in. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { person } = await needSigned(args);
  const next = nextPath(url);
  const { accounts, asking } = askingOf(args);
  return privatePage(args, {
    next,
    email: person.email,
    hasPassword: person.hasPassword,
    hasGoogle: (await accounts.linkedProviders(asking)).length > 0,
    hasPasskey: (await accounts.listPasskeys(asking)).length > 0,
  });
}

/** Signed in. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const { cookies } = await accounts.confirmPassword(asking, { password: sent.text("password") });
    return leadOn(nextPath(url), cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Confirm it is you", "/myprofile/confirm");
}

export default function Confirm({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { next, email, hasPassword, hasGoogle, hasPasskey } = page;
  return (
    <SubPage
      title="Confirm it is you"
      lead="What you are about to do matters, and you signed in a while ago."
    >
      {hasPassword && (
        <AccountForm intent="confirm" answer={answer} submit="Confirm">
          <WhosePassword email={email} />
          <AccountField label="Password" name="password" type="password" autoComplete="current-password" />
        </AccountForm>
      )}
      <div className="other-ways">
        {hasGoogle && (
          <>
            {hasPassword && <p className="or">or</p>}
            <a className="btn quiet" href={`/auth/start?${new URLSearchParams({ mode: "redirect", next })}`}>
              <GoogleMark /> Continue with Google
            </a>
          </>
        )}
        {hasPasskey && <PasskeyButton next={next} isAlone={hasPassword && !hasGoogle} />}
      </div>
    </SubPage>
  );
}
