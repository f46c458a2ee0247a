import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { accountConsent } from "#app/accounts/registration/account-consent.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { AccountRefusal } from "#app/site/account/browser/account-api.ts";
import { googleSignIn, type SignInConfig } from "#app/site/account/browser/check-place.ts";
import { useLogin } from "#app/site/account/browser/login-context.tsx";
import { asSignInError, type SignInError } from "#app/site/account/browser/sign-in-error.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { describeAccountProblem } from "#app/site/account/problems.ts";
import { GoogleMark } from "./google-mark.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { twoFactorPath } from "./two-factor-path.ts";

interface OtherWaysProps {
  next: string;
  hasGoogle: boolean;
  hasPasskey: boolean;
  config: { apiKey: string; authDomain: string };
}

/** The ways in without a password. */
export function OtherWays({ next, hasGoogle, hasPasskey, config }: OtherWaysProps) {
  if (!hasGoogle && !hasPasskey) return null;
  return (
    <div className="other-ways">
      {hasGoogle && (
        <>
          <p className="or">or</p>
          <GoogleButton next={next} config={config} />
          <p className="hint">
            No account yet? Continuing with Google creates one, and you agree: “{accountConsent}”
          </p>
        </>
      )}
      {hasPasskey && <PasskeyButton isAlone={!hasGoogle} />}
    </div>
  );
}

interface GoogleButtonProps {
  next: string;
  config: SignInConfig;
}

type Failure = SignInError | { title: string };

/** Google in a popup; in this window where no script runs, or where the popup was kept from opening. */
function GoogleButton({ next, config }: GoogleButtonProps) {
  const { signInWithGoogle } = useLogin();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const redirectAddress = `/auth/start?${new URLSearchParams({ mode: "redirect", next })}`;
  useEffect(() => googleSignIn.prepare(config), [config]);

  async function start(event: MouseEvent): Promise<void> {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    setFailure(null);
    setWaiting((count) => count + 1);
    try {
      const result = await signInWithGoogle();
      if (result === "second-step") await navigate(twoFactorPath(next));
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      setWaiting((count) => count - 1);
    }
  }

  return (
    <>
      <a className="btn quiet" href={redirectAddress} onClick={start}>
        <GoogleMark /> Continue with Google
      </a>
      <p className="hint waiting" role="status">
        {waiting > 0 && "Go on in the window that has opened."}
      </p>
      {failure && <ShowFailure failure={failure} redirectAddress={redirectAddress} />}
    </>
  );
}

function readFailure(error: unknown): Failure {
  if (error instanceof AccountRefusal) return { title: describeAccountProblem(error.code) };
  return asSignInError(error);
}

function ShowFailure({ failure, redirectAddress }: { failure: Failure; redirectAddress: string }) {
  if ("title" in failure) return <Trouble title={failure.title} />;
  return (
    <Trouble title={failure.message} nextStep={failure.nextStep}>
      {failure.code === "popup-blocked" && (
        <p>
          <a href={redirectAddress}>Continue in this window</a>
        </p>
      )}
    </Trouble>
  );
}
