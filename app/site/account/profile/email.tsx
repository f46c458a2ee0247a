import { askEmailChange } from "#app/domain/accounts/profile/email-change.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  needFresh,
  privateHeaders,
  privatePage,
  readRestoredAnswer,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { Address } from "#app/site/account/notice.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/email.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader(args: Route.LoaderArgs) {
  const { person } = needFresh(args);
  const { id, email } = person;
  return privatePage(args, { id, email, restored: await readRestoredAnswer(args) });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const { cookies } = await askEmailChange(accounts, accountRequest, { email: sent.text("email") });
    return redirectOn("/myprofile?done=email", cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Change your e-mail address", "/myprofile/email");
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData.restored;
  return (
    <SubPage
      title="A new e-mail address"
      lead={
        <>
          Your current address is{" "}
          <strong className="address">
            <Address email={loaderData.email} />
          </strong>
          . We send a link to both addresses. The change takes effect once you have opened both links.
        </>
      }
    >
      <AccountForm
        intent="email"
        answer={answer}
        submit="Send both links"
        draft={`new-email-${loaderData.id}`}
      >
        <AccountField label="New e-mail" name="email" type="email" autoComplete="email" />
      </AccountForm>
    </SubPage>
  );
}
