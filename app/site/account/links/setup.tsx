import { readSetup, setUp } from "#app/accounts/registration/setup.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { keepTypedForm } from "#app/site/forms/keep-form.ts";
import { notFound } from "#app/site/parts/not-found.ts";
import { linkSheets } from "#app/site/parts/page-sheets.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { AccountPage } from "../forms/account-page.tsx";
import { accountRequestOf } from "../forms/asking.ts";
import { NewPassword } from "../forms/new-password.tsx";
import { privateHeaders, redirectOn, secretPage } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import type { Route } from "./+types/setup.ts";
import { tokenOf } from "./token-of.ts";

export const links = linkSheets(accountSheet);

/** Whoever has the one-time link of the first start; to everybody else there is no such page. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, asking } = accountRequestOf(args);
  const { state } = await readSetup(accounts, asking, tokenOf(url));
  if (state === "gone") return notFound();
  return secretPage(args, {});
}

/** Whoever has the one-time link of the first start. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const { cookies } = await setUp(accounts, asking, {
      token: tokenOf(url),
      name: sent.text("name"),
      email: sent.text("email"),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return redirectOn("/login?done=setup", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Setting up", "/setup");
}

export default function Setup({ actionData: answer }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Make this site yours"
      lead="You are the first one here. This account runs everything: content, people, settings. The link works once."
    >
      <AccountForm intent="setup" answer={answer} submit="Create the first account">
        <AccountField label="Your name" name="name" autoComplete="name" />
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
        <NewPassword />
      </AccountForm>
    </AccountPage>
  );
}
