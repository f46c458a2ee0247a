import { listPasskeys, maxPasskeyName, removePasskey, renamePasskey } from "#app/domain/accounts/passkeys.ts";
import { readTimeZone } from "#app/domain/company/company-time.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  needFresh,
  privateHeaders,
  privatePage,
  readRestoredAnswer,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import AddPasskey from "#app/site/islands/add-passkey.tsx";
import { Island } from "#app/site/islands/island.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/passkeys.ts";
import { ProfileRow, RowForm, SectionTrouble, SubPage } from "./profile-layout.tsx";
import { writeDate } from "./profile-page.ts";

export const links = linkSheets(accountSheet);

export async function loader({ url, ...args }: Route.LoaderArgs) {
  const { person } = needFresh(args);
  const { accounts, accountRequest } = accountRequestOf(args);
  const timeZone = await readTimeZone(args.context.get(pageContext).db);
  const passkeys = await listPasskeys(accounts, accountRequest);
  return privatePage(args, {
    restored: await readRestoredAnswer(args),
    renamed: url.searchParams.get("rename"),
    adding: { owner: person.id, maxName: maxPasskeyName },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      text: `Added on ${writeDate(createdAt, timeZone)}${lastUsedAt ? `, last used on ${writeDate(lastUsedAt, timeZone)}` : ""}`,
    })),
  });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const id = sent.text("id");
    const { cookies } =
      sent.intent === "rename"
        ? await renamePasskey(accounts, accountRequest, { id, name: sent.text("name") })
        : await removePasskey(accounts, accountRequest, { id });
    return redirectOn("/myprofile/passkeys", cookies);
  });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Passkeys", "/myprofile/passkeys");
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, renamed, adding } = loaderData;
  const answer = actionData ?? loaderData.restored;
  const chosen = passkeys.find(({ id }) => id === renamed);
  return (
    <SubPage
      title="Passkeys"
      lead="Sign in with your fingerprint, face or screen lock instead of a password."
    >
      <SectionTrouble answer={answer} intents={["remove"]} />
      {passkeys.length > 0 && (
        <ul className="account-rows">
          {passkeys.map(({ id, name, text }) => (
            <ProfileRow key={id} title={name} text={text}>
              <span className="row-acts">
                <a href={`?${new URLSearchParams({ rename: id })}`}>
                  Rename<span className="visually-hidden"> {name}</span>
                </a>
                <RowForm intent="remove" label="Remove" about={name} values={{ id }} />
              </span>
            </ProfileRow>
          ))}
        </ul>
      )}
      {chosen ? (
        <AccountForm
          intent="rename"
          answer={answer}
          submit="Save the name"
          values={{ name: chosen.name }}
          draft={`passkey-${chosen.id}`}
        >
          <input type="hidden" name="id" value={chosen.id} />
          <AccountField label="Name" name="name" autoComplete="off" />
        </AccountForm>
      ) : (
        <Island name="add-passkey" of={AddPasskey} load="page" props={adding} />
      )}
    </SubPage>
  );
}
