import { forgot, readReset, reset } from "#app/domain/accounts/passwords/reset.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { addressDraft } from "#app/site/forms/form-draft.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  nameSignInEmail,
  privateHeaders,
  privatePage,
  redirectOn,
  secretPage,
  takeForm,
  tokenOf,
} from "../forms/account-route.ts";
import { NewPasswordFields } from "../forms/new-password.tsx";
import { Notice } from "../notice.tsx";
import type { Route } from "./+types/reset-password.ts";

export const links = linkSheets(accountSheet);

/** The form for a new password needs the mailed link; a GET changes nothing. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const token = tokenOf(url);
  if (token === "")
    return privatePage(args, { state: url.searchParams.has("sent") ? "sent" : "ask" } as const);
  const { accounts, accountRequest } = accountRequestOf(args);
  return secretPage(args, await readReset(accounts, accountRequest, token));
}

/** A new password needs the mailed link. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    if (sent.intent === "ask") {
      await forgot(accounts, accountRequest, { email: sent.text("email") });
      return redirectOn("/reset-password?sent=1");
    }
    const { email, cookies } = await reset(accounts, accountRequest, {
      token: tokenOf(url),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return redirectOn("/login?done=reset", [...cookies, nameSignInEmail(accounts, email)]);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "A new password", "/reset-password");
}

export default function ResetPassword({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  if (page.state === "ask") return <AskForLink answer={answer} />;
  if (page.state === "sent") return <LinkSent />;
  if (page.state === "gone") return <Gone />;
  return (
    <AccountPage
      title="Choose a new password"
      lead="You’ll be signed out everywhere. Then sign in with the new password."
    >
      <AccountForm intent="reset" answer={answer} submit="Save the new password">
        <NewPasswordFields label="New password" />
      </AccountForm>
    </AccountPage>
  );
}

function Gone() {
  return (
    <AccountPage
      title="This link has expired"
      lead="Reset links work once, for 30 minutes. You can request a new one."
    >
      <div className="ways">
        <a className="btn" href="/reset-password">
          Send a new link
        </a>
      </div>
    </AccountPage>
  );
}

/** Form that requests a reset link. */
function AskForLink({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Enter your e-mail address and we’ll send you a link to reset it."
    >
      <AccountForm intent="ask" answer={answer} submit="Send reset link" draft={addressDraft}>
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
      </AccountForm>
      <p className="after">
        <a href="/login">Back to sign in</a>
      </p>
    </AccountPage>
  );
}

/** Shown whether or not an account exists. */
function LinkSent() {
  return (
    <AccountPage title="Check your e-mail">
      <Notice>
        <p>
          If there is an account with this address, a mail with a link is on its way. The link works once, for
          30 minutes.
        </p>
      </Notice>
      <p className="after">
        Nothing after a few minutes? <a href="/reset-password">Try again</a>, or{" "}
        <a href="/contact">write to us</a>.
      </p>
    </AccountPage>
  );
}
