import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { accountConsent } from "#app/accounts/accounts.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { AccountRefusal } from "#app/site/account/browser/account-api.ts";
import { useLogin } from "#app/site/account/browser/browser-login.tsx";
import { googleSignIn, type SignInConfig } from "#app/site/account/browser/google-sign-in.ts";
import { knowsPasskeys, signInWithPasskey } from "#app/site/account/browser/passkey.ts";
import { asSignInError, type SignInError } from "#app/site/account/browser/sign-in-error.ts";
import { describeAccountProblem, Trouble } from "#app/site/account/notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { twoFactorPath } from "./send-sign-in.ts";

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

interface PasskeyButtonProps {
  /** What follows; where it is left out, the page leads on itself. */
  onSignedIn?(): void;
  /** No other way stands above it. */
  isAlone: boolean;
}

const givenUp = { title: "No passkey was used.", nextStep: "Try again, or sign in another way." };

/** A passkey of this device; there only where a browser knows them. Until that is known it keeps its place, unseen. */
export function PasskeyButton({ onSignedIn, isAlone }: PasskeyButtonProps) {
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<{ title: string; nextStep?: string } | null>(null);
  useEffect(() => setThere(knowsPasskeys()), []);
  if (isThere === false) return null;

  async function start(): Promise<void> {
    if (isAsking) return;
    setFailure(null);
    setAsking(true);
    try {
      if (await signInWithPasskey()) onSignedIn?.();
      else setFailure(givenUp);
    } catch (error) {
      setFailure(describePasskeyFailure(error));
    } finally {
      setAsking(false);
    }
  }

  return (
    <div className={isThere ? "passkey" : "passkey unknown"}>
      {isAlone && <p className="or">or</p>}
      <button className="btn quiet" type="button" aria-disabled={isAsking} onClick={start}>
        <Icon name="key-round" /> Use a passkey
      </button>
      {failure && <Trouble {...failure} />}
    </div>
  );
}

function describePasskeyFailure(error: unknown): { title: string; nextStep?: string } {
  if (error instanceof AccountRefusal) return { title: error.message };
  const { message, nextStep } = asSignInError(error);
  return { title: message, nextStep };
}

/** Google's mark as Simple Icons draws it (CC0). */
export function GoogleMark() {
  return (
    <svg className="brand" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z" />
    </svg>
  );
}
