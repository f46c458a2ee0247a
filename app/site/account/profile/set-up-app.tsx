import { useMemo } from "react";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";
import type { Setup } from "./change-second-step.ts";
import { SubPage } from "./sub-page.tsx";

interface SetUpAppProps {
  setup: Setup;
  refusal: string | null;
}

/** The secret as a picture and as letters, and the first code to prove that the app has it. */
export function SetUpApp({ setup: { uri, secret, qr }, refusal }: SetUpAppProps) {
  const answer = useMemo(() => (refusal === null ? undefined : refuseCode(refusal)), [refusal]);
  return (
    <SubPage
      title="Set up your authenticator app"
      lead="Scan this QR code with your authenticator app, then enter the 6-digit code it shows."
      isAnswer
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
      <AccountForm intent="enable" answer={answer} submit="Turn on">
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
