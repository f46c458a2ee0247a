import {
  cancelEmailChange,
  confirmEmailChange,
  readEmailChange,
} from "#app/domain/accounts/profile/email-change.ts";
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
import { Address, Notice } from "#app/site/account/notice.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/verify-email-change.ts";

export const links = linkSheets(accountSheet);

const path = "/verify-email-change";

/** Public to holders of one of the two mailed links; a GET changes nothing. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const done = url.searchParams.get("done");
  const { accounts, accountRequest } = accountRequestOf(args);
  const change = done ? null : await readEmailChange(accounts, accountRequest, tokenOf(url));
  return secretPage(args, { done, change, isCancelling: url.searchParams.has("cancel") });
}

/** Public to holders of one of the two mailed links. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const token = tokenOf(url);
    if (sent.intent === "cancel") {
      const { cookies } = await cancelEmailChange(accounts, accountRequest, { token });
      return redirectOn(`${path}?done=cancelled`, cookies);
    }
    const { newEmail } = await readEmailChange(accounts, accountRequest, token);
    const { changed, cookies } = await confirmEmailChange(accounts, accountRequest, { token });
    if (!changed) return redirectOn(`${path}?done=half`, cookies);
    return redirectOn("/login?done=email", [...cookies, nameSignInEmail(accounts, newEmail)]);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Change of your e-mail address", path);
}

export default function VerifyEmailChange({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { done, change, isCancelling } = page;
  if (done) return <Done isCancelled={done === "cancelled"} />;
  if (!change || change.state === "gone") return <Gone />;
  const email = (
    <strong className="address">
      <Address email={change.newEmail} />
    </strong>
  );
  if (isCancelling)
    return (
      <AccountPage
        title="Cancel this change?"
        lead={<>Someone asked to change the e-mail address of your account to {email}.</>}
      >
        <AccountForm intent="cancel" answer={answer} submit="Cancel the change" />
        <p className="after mute">If it wasn’t you, change your password as well.</p>
      </AccountPage>
    );
  return (
    <AccountPage
      title="Change your e-mail address?"
      lead={
        <>Your account will use {email}. The change takes effect once both addresses have confirmed it.</>
      }
    >
      <AccountForm intent="confirm" answer={answer} submit="Confirm the change" />
      {change.end === "old" && (
        <AccountForm intent="cancel" answer={answer} submit="Cancel the change" look="btn quiet" />
      )}
    </AccountPage>
  );
}

function Done({ isCancelled }: { isCancelled: boolean }) {
  return (
    <AccountPage title={isCancelled ? "The change was cancelled" : "One more step"}>
      <Notice>
        <p>
          {isCancelled
            ? "Your e-mail address was not changed. If you didn’t ask for the change, change your password now."
            : "Now open the link in the e-mail to your other address. The change takes effect once both have confirmed it."}
        </p>
      </Notice>
      {isCancelled && (
        <div className="ways">
          <a className="btn" href="/myprofile/password">
            Choose a new password
          </a>
        </div>
      )}
    </AccountPage>
  );
}

function Gone() {
  return (
    <AccountPage
      title="This link has expired"
      lead="The change was made, stopped, or waited for too long. You can ask for it again on your profile."
    >
      <div className="ways">
        <a className="btn" href="/myprofile">
          To my profile
        </a>
      </div>
    </AccountPage>
  );
}
