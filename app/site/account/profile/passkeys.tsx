import { type SubmitEvent, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { listPasskeys, removePasskey, renamePasskey } from "#app/accounts/passkeys.ts";
import { readTimeZone } from "#app/company/company-time.ts";
import { confirmIdentity } from "#app/pages/confirmation.ts";
import { pageContext } from "#app/pages/page-context.ts";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountApiError } from "#app/site/account/browser/account-api.ts";
import { addPasskey } from "#app/site/account/browser/passkey.ts";
import { asSignInError } from "#app/site/account/browser/sign-in-error.ts";
import { knowsPasskeys } from "#app/site/account/browser/sign-in-start.ts";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import {
  accountRequestOf,
  keptAnswer,
  needFresh,
  privateHeaders,
  privatePage,
  redirectOn,
  takeForm,
} from "#app/site/account/forms/account-route.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { LabelledField } from "#app/ui/field.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/passkeys.ts";
import { ProfileRow, RowForm, SectionTrouble, SubPage } from "./profile-layout.tsx";
import { writeDate } from "./profile-page.ts";

export const links = linkSheets(accountSheet);

export async function loader({ url, ...args }: Route.LoaderArgs) {
  needFresh(args);
  const { accounts, accountRequest } = accountRequestOf(args);
  const timeZone = await readTimeZone(args.context.get(pageContext).db);
  const passkeys = await listPasskeys(accounts, accountRequest);
  return privatePage(args, {
    kept: await keptAnswer(args),
    renamed: url.searchParams.get("rename"),
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

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Passkeys", "/myprofile/passkeys");
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, renamed } = loaderData;
  const answer = actionData ?? loaderData.kept;
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
                <PageLink to={`?${new URLSearchParams({ rename: id })}`} preventScrollReset>
                  Rename<span className="visually-hidden"> {name}</span>
                </PageLink>
                <RowForm intent="remove" label="Remove" about={name} values={{ id }} />
              </span>
            </ProfileRow>
          ))}
        </ul>
      )}
      {chosen ? (
        <AccountForm
          key={chosen.id}
          intent="rename"
          answer={answer}
          submit="Save the name"
          values={{ name: chosen.name }}
        >
          <input type="hidden" name="id" value={chosen.id} />
          <AccountField label="Name" name="name" autoComplete="off" />
        </AccountForm>
      ) : (
        <AddPasskey />
      )}
    </SubPage>
  );
}

interface Failure {
  title: string;
  nextStep?: string;
}

/** Makes a passkey of this device; only a script can. */
function AddPasskey() {
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => setThere(knowsPasskeys()), []);

  async function add(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isAsking) return;
    const form = event.currentTarget;
    setAsking(true);
    setFailure(null);
    try {
      const name = String(new FormData(form).get("name") ?? "");
      const result = await addPasskey(name).catch(async (error) => {
        if (isStale(error) && (await confirmIdentity())) return addPasskey(name);
        throw error;
      });
      if (!result) return setFailure(givenUp);
      form.reset();
      await revalidate();
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      setAsking(false);
    }
  }

  if (isThere === null) return <noscript>To add a passkey, this page needs JavaScript.</noscript>;
  if (!isThere) return <p className="mute">This browser doesn’t support passkeys.</p>;
  return (
    <>
      {failure && <Trouble {...failure} />}
      <form className="form" onSubmit={add}>
        <LabelledField label="Name of this device" name="name" hint="So that you know later which one it is.">
          {(control) => (
            <input {...control} className="input" type="text" autoComplete="off" dir="auto" required />
          )}
        </LabelledField>
        <div className="field full-row button-row">
          <button className="btn" type="submit" aria-disabled={isAsking}>
            {isAsking ? "Follow your device…" : "Add a passkey"}
          </button>
        </div>
      </form>
    </>
  );
}

const givenUp = {
  title: "No passkey was made.",
  nextStep: "The device may have one for this account already, or you stopped. Try again if you like.",
};

function isStale(error: unknown): boolean {
  return error instanceof AccountApiError && error.code === "stale-session";
}

function readFailure(error: unknown): Failure {
  if (error instanceof AccountApiError) return { title: Object.values(error.fields)[0] ?? error.message };
  const { message, nextStep } = asSignInError(error);
  return { title: message, nextStep };
}
