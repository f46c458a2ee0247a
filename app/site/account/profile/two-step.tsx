import { keepForm } from "#app/site/forms/keep-form.ts";
import { describePlainPage } from "../describe-plain-page.ts";
import { AccountForm } from "../forms/account-form.tsx";
import { needFresh } from "../forms/asking.ts";
import { privateHeaders, privatePage } from "../forms/private-page.ts";
import { takeForm } from "../forms/take-form.ts";
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
  return takeForm(args, changeSecondStep);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepForm({ request, serverAction });
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Two-step sign-in", "/myprofile/two-step");
}

export default function TwoStep({ loaderData: { isOn, isNeeded }, actionData }: Route.ComponentProps) {
  const refusal = actionData && "errors" in actionData ? actionData : undefined;
  if (actionData && "codes" in actionData) return <RecoveryCodes codes={actionData.codes} />;
  if (actionData && "setup" in actionData)
    return <SetUpApp setup={actionData.setup} refusal={actionData.refusal} />;
  return (
    <SubPage title="Two-step sign-in" lead={isOn ? leadOn : leadOff}>
      {isNeeded && !isOn && (
        <Trouble
          title="Your role needs the second step."
          nextStep="Turn it on now: nothing else is open to you until then."
        />
      )}
      {isOn ? (
        <>
          <AccountForm intent="renew" answer={refusal} submit="Make new recovery codes" look="btn quiet" />
          <AccountForm intent="disable" answer={refusal} submit="Turn it off" look="btn quiet danger" />
        </>
      ) : (
        <AccountForm intent="begin" answer={refusal} submit="Turn it on" />
      )}
    </SubPage>
  );
}

const leadOn = "It is on: after the password, signing in asks for a code of the app on your phone.";
const leadOff =
  "After the password, signing in asks for a code that an app on your phone shows. Any authenticator app will do.";
