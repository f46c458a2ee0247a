import { Link } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import { askingOf, keptAnswer, needFresh } from "../forms/asking.ts";
import { leadOn, privateHeaders, privatePage } from "../forms/private-page.ts";
import { takeOwnForm } from "../forms/take-form.ts";
import type { Route } from "./+types/passkeys.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { writeDate } from "./moments.ts";
import { Row } from "./row.tsx";
import { RowForm } from "./row-form.tsx";
import { SectionTrouble } from "./section-trouble.tsx";
import { SubPage } from "./sub-page.tsx";

/** Signed in, a short while ago. */
export async function loader({ url, ...args }: Route.LoaderArgs) {
  await needFresh(args);
  const { accounts, asking } = askingOf(args);
  const { company } = await readSettings(args.context.get(pageContext).db);
  const passkeys = await accounts.listPasskeys(asking);
  return privatePage(args, {
    kept: await keptAnswer(args),
    renamed: url.searchParams.get("rename"),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      text: `Added on ${writeDate(createdAt, company.timeZone)}${lastUsedAt ? `, last used on ${writeDate(lastUsedAt, company.timeZone)}` : ""}`,
    })),
  });
}

/** Signed in, a short while ago. */
export function action(args: Route.ActionArgs) {
  return takeOwnForm(args, async (sent, accounts, asking) => {
    const id = sent.text("id");
    const { cookies } =
      sent.intent === "rename"
        ? await accounts.renamePasskey(asking, { id, name: sent.text("name") })
        : await accounts.removePasskey(asking, { id });
    return leadOn("/myprofile/passkeys", cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
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
        <ul className="rowsx">
          {passkeys.map(({ id, name, text }) => (
            <Row key={id} title={name} text={text}>
              <span className="row-acts">
                <Link to={`?${new URLSearchParams({ rename: id })}`} preventScrollReset>
                  Rename<span className="vh"> {name}</span>
                </Link>
                <RowForm intent="remove" label="Remove" about={name} values={{ id }} />
              </span>
            </Row>
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
