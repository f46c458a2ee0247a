import { keepTypedForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { needFresh } from "../forms/asking.ts";
import { NewPassword } from "../forms/new-password.tsx";
import { privateHeaders, privatePage, redirectOn } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import { WhosePassword } from "../forms/whose-password.tsx";
import type { Route } from "./+types/password.ts";
import { SubPage } from "./sub-page.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { person } = needFresh(args);
  return privatePage(args, { hasPassword: person.hasPassword, email: person.email });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const { cookies } = await accounts.changePassword(asking, {
      current: sent.text("current"),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return redirectOn("/myprofile?done=password", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction });
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
        <WhosePassword email={email} />
        {hasPassword && (
          <AccountField
            label="Current password"
            name="current"
            type="password"
            autoComplete="current-password"
          />
        )}
        <NewPassword label="New password" known={[email]} />
      </AccountForm>
    </SubPage>
  );
}
