import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountForm } from "../forms/account-form.tsx";
import { needFresh } from "../forms/asking.ts";
import { privateHeaders, privatePage } from "../forms/private-page.ts";
import { takeOwnForm } from "../forms/take-form.ts";
import { Trouble } from "../trouble.tsx";
import type { Route } from "./+types/two-step.ts";
import { changeSecondStep } from "./change-second-step.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";
import { SubPage } from "./sub-page.tsx";

/** Signed in, a short while ago. */
export async function loader(args: Route.LoaderArgs) {
  const { person, needsSecondStep } = await needFresh(args);
  return privatePage(args, { isOn: person.hasSecondStep, isNeeded: needsSecondStep });
}

/** Signed in, a short while ago. */
export function action(args: Route.ActionArgs) {
  return takeOwnForm(args, changeSecondStep);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Two-factor authentication", "/myprofile/two-step");
}

export default function TwoStep({ loaderData: { isOn, isNeeded }, actionData }: Route.ComponentProps) {
  const refusal = actionData && "errors" in actionData ? actionData : undefined;
  if (actionData && "codes" in actionData) return <RecoveryCodes codes={actionData.codes} />;
  if (actionData && "setup" in actionData)
    return <SetUpApp setup={actionData.setup} refusal={actionData.refusal} />;
  return (
    <SubPage title="Two-factor authentication" lead={isOn ? leadOn : leadOff}>
      {isNeeded && !isOn && (
        <Trouble
          title="Your role requires two-factor authentication."
          nextStep="Turn it on now to open the dashboard."
        />
      )}
      {isOn ? (
        <>
          <AccountForm intent="renew" answer={refusal} submit="Create new recovery codes" look="btn quiet" />
          <AccountForm intent="disable" answer={refusal} submit="Turn off" look="btn quiet danger" />
        </>
      ) : (
        <AccountForm intent="begin" answer={refusal} submit="Turn on" />
      )}
    </SubPage>
  );
}

const leadOn =
  "Two-factor authentication is on. Signing in asks for your password and a code from your authenticator app.";
const leadOff =
  "Besides your password, signing in asks for a code from an authenticator app on your phone. Any authenticator app works.";
