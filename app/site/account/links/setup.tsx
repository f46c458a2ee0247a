import { readSetup, setUp } from "#app/domain/accounts/registration/setup.ts";
import { adoptTimeZone } from "#app/domain/company/first-time-zone.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { notFound } from "#app/site/parts/url-params.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountField, AccountForm } from "../forms/account-form.tsx";
import { AccountPage, describePlainPage } from "../forms/account-page.tsx";
import {
  accountRequestOf,
  privateHeaders,
  redirectOn,
  secretPage,
  takeForm,
  tokenOf,
} from "../forms/account-route.ts";
import { NewPasswordFields } from "../forms/new-password.tsx";
import type { Route } from "./+types/setup.ts";

export const links = linkSheets(accountSheet);

/** Public to holders of the one-time setup link; responds with 404 to others. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { accounts, accountRequest } = accountRequestOf(args);
  const { state } = await readSetup(accounts, accountRequest, tokenOf(url));
  if (state === "gone") return notFound();
  return secretPage(args, {});
}

/** Public to holders of the one-time setup link. */
export function action({ url, ...args }: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const { cookies, adminId } = await setUp(accounts, accountRequest, {
      token: tokenOf(url),
      name: sent.text("name"),
      email: sent.text("email"),
      password: sent.text("password"),
      passwordAgain: sent.text("passwordAgain"),
    });
    await adoptTimeZone(accounts.db, {
      timeZone: sent.text("timeZone"),
      actor: { id: adminId, requestId: accountRequest.requestContext.id },
      now: accounts.clock.now(),
    });
    return redirectOn("/dashboard/home", cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Setting up", "/setup");
}

export default function Setup({ actionData: answer }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Create your admin account"
      lead="An admin manages content, users and settings. This link works once."
    >
      <AccountForm intent="setup" answer={answer} submit="Create account">
        <AccountField label="Your name" name="name" autoComplete="name" />
        <AccountField label="E-mail" name="email" type="email" autoComplete="username" />
        <NewPasswordFields />
        <input type="hidden" name="timeZone" data-time-zone="" />
      </AccountForm>
    </AccountPage>
  );
}
