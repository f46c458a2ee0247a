import { type MouseEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { accountConsent } from "#app/accounts/accounts.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import type { SignInConfig } from "#app/site/account/browser/google-sign-in.ts";
import { knowsPasskeys, type SignInFailure } from "#app/site/account/browser/sign-in-start.ts";
import { unreachable } from "#app/site/account/browser/unreachable.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { onFirstUse } from "#app/site/shell/first-use.ts";
import { Icon } from "#app/ui/icon.tsx";
import { twoFactorPath } from "./next-path.ts";

interface OtherSignInMethodsProps {
  next: string;
  hasGoogle: boolean;
  hasPasskey: boolean;
  config: SignInConfig;
  onSignedIn(): void;
}

/** The ways in without a password. */
export function OtherSignInMethods({
  next,
  hasGoogle,
  hasPasskey,
  config,
  onSignedIn,
}: OtherSignInMethodsProps) {
  if (!hasGoogle && !hasPasskey) return null;
  return (
    <div className="other-sign-in">
      {hasGoogle && (
        <>
          <p className="or">or</p>
          <GoogleButton next={next} config={config} onSignedIn={onSignedIn} />
          <p className="hint">
            No account yet? Continuing with Google creates one, and you agree: “{accountConsent}”
          </p>
        </>
      )}
      {hasPasskey && <PasskeyButton onSignedIn={onSignedIn} isAlone={!hasGoogle} />}
    </div>
  );
}

type SignInMethods = typeof import("#app/site/account/browser/sign-in-methods.ts");

const notReached = { title: unreachable.words, nextStep: unreachable.nextStep };

const loadSignInMethods = (): Promise<SignInMethods> =>
  import("#app/site/account/browser/sign-in-methods.ts");

/** What a press of Google's button needs, ready for it. */
async function loadGoogle(config: SignInConfig): Promise<SignInMethods> {
  const ways = await loadSignInMethods();
  await ways.prepareGoogle(config);
  return ways;
}

type GoogleButtonProps = Pick<OtherSignInMethodsProps, "next" | "config" | "onSignedIn">;

/** Google in a popup; in this window where no script runs or can be fetched, or where the popup was kept from opening. */
function GoogleButton({ next, config, onSignedIn }: GoogleButtonProps) {
  const navigate = useNavigate();
  const [isFetching, setFetching] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const redirectAddress = `/auth/start?${new URLSearchParams({ mode: "redirect", next })}`;
  useEffect(() => onFirstUse(async () => void (await loadGoogle(config))), [config]);

  async function start(event: MouseEvent): Promise<void> {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (isFetching) return;
    setFetching(true);
    const ways = await loadGoogle(config).catch(() => null);
    setFetching(false);
    if (!ways) return navigator.onLine ? location.assign(redirectAddress) : setFailure(notReached);
    setFailure(null);
    setWaiting((count) => count + 1);
    const result = await ways.trySignInWithGoogle();
    setWaiting((count) => count - 1);
    if (result === "in") onSignedIn();
    else if (result === "second-step") await navigate(twoFactorPath(next));
    else setFailure(result);
  }

  return (
    <>
      <a className="btn quiet" href={redirectAddress} onClick={start}>
        <GoogleMark /> Continue with Google
      </a>
      <p className="hint waiting" role="status">
        {isFetching ? "One moment…" : waiting > 0 && "Go on in the window that has opened."}
      </p>
      {failure && (
        <Trouble {...failure}>
          {failure.isBlocked && (
            <p>
              <a href={redirectAddress}>Continue in this window</a>
            </p>
          )}
        </Trouble>
      )}
    </>
  );
}

interface PasskeyButtonProps {
  onSignedIn(): void;
  /** No other way stands above it. */
  isAlone: boolean;
}

/** A passkey of this device; there only where a browser knows them. Until that is known it keeps its place, unseen. */
export function PasskeyButton({ onSignedIn, isAlone }: PasskeyButtonProps) {
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  useEffect(() => setThere(knowsPasskeys()), []);
  if (isThere === false) return null;

  async function start(): Promise<void> {
    if (isAsking) return;
    setFailure(null);
    setAsking(true);
    const ways = await loadSignInMethods().catch(() => null);
    const result = ways ? await ways.trySignInWithPasskey() : notReached;
    setAsking(false);
    if (result === "in") onSignedIn();
    else setFailure(result);
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

/** Google's mark as Simple Icons draws it (CC0). */
export function GoogleMark() {
  return (
    <svg className="brand" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z" />
    </svg>
  );
}
