import { changePassword } from "#app/domain/accounts/passwords/change-password.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  needFresh,
  privateHeaders,
  privatePage,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { NewPasswordFields } from "#app/site/account/forms/new-password.tsx";
import { HiddenUsername } from "#app/site/account/notice.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/password.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader(args: Route.LoaderArgs) {
  const { person } = needFresh(args);
  return privatePage(args, { hasPassword: person.hasPassword, email: person.email });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const { cookies } = await changePassword(accounts, accountRequest, {
      current: sent.text("current"),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return redirectOn("/myprofile?done=password", cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Your password", "/myprofile/password");
}

export default function Password({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { hasPassword, email } = loaderData;
  return (
    <SubPage
      title={hasPassword ? "Change your password" : "Choose a password"}
      lead="You’ll be signed out on all other devices."
    >
      <AccountForm intent="password" answer={answer} submit="Save the new password">
        <HiddenUsername email={email} />
        {hasPassword && (
          <AccountField
            label="Current password"
            name="current"
            type="password"
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields label="New password" known={[email]} />
      </AccountForm>
    </SubPage>
  );
}
