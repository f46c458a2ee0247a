import { useEffect, useState } from "react";
import { AccountRefusal } from "#app/site/account/browser/account-api.ts";
import { knowsPasskeys, signInWithPasskey } from "#app/site/account/browser/passkey.ts";
import { asSignInError } from "#app/site/account/browser/sign-in-error.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { Icon } from "#app/ui/icon.tsx";

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
      setFailure(readFailure(error));
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

function readFailure(error: unknown): { title: string; nextStep?: string } {
  if (error instanceof AccountRefusal) return { title: error.message };
  const { message, nextStep } = asSignInError(error);
  return { title: message, nextStep };
}
