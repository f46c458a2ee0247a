import { keepTypedForm } from "#app/site/forms/keep-form.ts";
import { Address } from "../address.tsx";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { keptAnswer, needFresh } from "../forms/asking.ts";
import { privateHeaders, privatePage, redirectOn } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
import type { Route } from "./+types/email.ts";
import { SubPage } from "./sub-page.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { person } = needFresh(args);
  return privatePage(args, { email: person.email, kept: await keptAnswer(args) });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, asking) => {
    const { cookies } = await accounts.askEmailChange(asking, { email: sent.text("email") });
    return redirectOn("/myprofile?done=email", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Change your e-mail address", "/myprofile/email");
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData.kept;
  return (
    <SubPage
      title="A new e-mail address"
      lead={
        <>
          It is{" "}
          <strong className="address">
            <Address email={loaderData.email} />
          </strong>{" "}
          now. We send a link to both addresses; the new one counts when both were opened, and you sign in
          with it then.
        </>
      }
    >
      <AccountForm intent="email" answer={answer} submit="Send both links">
        <AccountField label="New e-mail" name="email" type="email" autoComplete="email" />
      </AccountForm>
    </SubPage>
  );
}
