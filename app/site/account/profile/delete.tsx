import { askDeletion } from "#app/domain/accounts/profile/profile.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import { AccountForm } from "../forms/account-form.tsx";
import { describePlainPage } from "../forms/account-page.tsx";
import { needFresh, privateHeaders, privatePage, redirectOn, takeForm } from "../forms/account-route.ts";
import type { Route } from "./+types/delete.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader(args: Route.LoaderArgs) {
  needFresh(args);
  return privatePage(args, {});
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (_, accounts, accountRequest) => {
    const { cookies } = await askDeletion(accounts, accountRequest);
    return redirectOn("/myprofile?done=deleting", cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Delete your account", "/myprofile/delete");
}

export default function Delete({ actionData: answer }: Route.ComponentProps) {
  return (
    <SubPage
      title="Delete your account?"
      lead="It will be deleted 14 days from now, with your name, address, photo and sign-in methods. Until then you can sign in as usual, and keep it with one click."
    >
      <AccountForm intent="delete" answer={answer} submit="Delete it in 14 days" look="btn quiet danger" />
    </SubPage>
  );
}
