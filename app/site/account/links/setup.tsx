import { readSetup, setUp } from "#app/accounts/registration/setup.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  nameNewAccount,
  privateHeaders,
  redirectOn,
  secretPage,
  takeForm,
  tokenOf,
} from "../forms/account-route.ts";
import { NewPassword } from "../forms/new-password.tsx";
import type { Route } from "./+types/setup.ts";

export const links = linkSheets(accountSheet);

/** Whoever has the one-time link of the first start; to everybody else there is no such page. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  const { state } = await readSetup(accounts, accountRequest, tokenOf(url));
  if (state === "gone") return notFound();
  return secretPage(args, {});
}

/** Whoever has the one-time link of the first start. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const email = sent.text("email");
    const { cookies } = await setUp(accounts, accountRequest, {
      token: tokenOf(url),
      name: sent.text("name"),
      email,
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    return redirectOn("/login?done=setup", [...cookies, nameNewAccount(accounts, email)]);
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
