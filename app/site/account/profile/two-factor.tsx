import { Icon } from "#app/lib/ui/icon.tsx";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { AccountPage, describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { needFresh, privateHeaders, privatePage, takeForm } from "#app/site/account/forms/account-route.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/two-factor.ts";
import { changeTwoFactor, type Setup } from "./change-two-factor.ts";
import { SubPage } from "./profile-layout.tsx";

export const links = linkSheets(accountSheet);

export async function loader(args: Route.LoaderArgs) {
  const { person, needsTwoFactor } = needFresh(args);
  return privatePage(args, { isOn: person.hasSecondStep, isNeeded: needsTwoFactor });
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, changeTwoFactor);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Two-factor authentication", "/myprofile/two-step");
}

export default function TwoFactorSettings({
  loaderData: { isOn, isNeeded },
  actionData,
}: Route.ComponentProps) {
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

/** Recovery codes, for a lost phone; shown once. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <AccountPage
      title="Save your recovery codes"
      lead="Two-factor authentication is on. If you lose your phone, sign in with one of these codes; each works once. They won’t be shown again: print them or save them with your passwords."
    >
      <ul className="recovery-codes num">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ways">
        <button className="btn quiet compact" type="button" data-copy={codes.join("\n")} hidden>
          <Icon name="copy" /> Copy codes
        </button>
        <a className="go" href="/myprofile?done=second-step-on">
          I have saved them
        </a>
        <p
          className="feedback hint"
          role="status"
          data-copied="The codes are copied."
          data-failed="The codes could not be copied. Select and copy them, or print this page."
        />
      </div>
    </AccountPage>
  );
}

interface SetUpAppProps {
  setup: Setup;
  refusal: string | null;
}

/** Shows the secret as QR code and as text, and asks for a first code to verify the app. */
function SetUpApp({ setup: { uri, secret, qr }, refusal }: SetUpAppProps) {
  return (
    <SubPage
      title="Set up your authenticator app"
      lead="Scan this QR code with your authenticator app, then enter the 6-digit code it shows."
    >
      <svg
        className="qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for the authenticator app"
      >
        <path d={qr.path} />
      </svg>
      <details className="by-hand">
        <summary>I can’t scan it</summary>
        <p>
          Enter this key in the app: <code className="num">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
      </details>
      <AccountForm
        intent="enable"
        answer={refusal === null ? undefined : refuseCode(refusal)}
        submit="Turn on"
      >
        <input type="hidden" name="uri" value={uri} />
        <input type="hidden" name="secret" value={secret} />
        <AccountField label="Authentication code" name="code" type="digits" autoComplete="one-time-code" />
      </AccountForm>
    </SubPage>
  );
}

function refuseCode(message: string): FormAnswer {
  return {
    title: "Check the code in your app",
    errors: { code: message },
    typed: { intent: "enable" },
    isConsentTicked: false,
  };
}
