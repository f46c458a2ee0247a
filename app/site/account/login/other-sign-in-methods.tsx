import { type MouseEvent, useEffect, useState } from "react";
import { Icon } from "#app/lib/ui/icon.tsx";
import { opensElsewhere } from "#app/lib/ui/opens-elsewhere.ts";
import type { SignInConfig } from "#app/site/account/browser/google-sign-in.ts";
import { supportsPasskeys } from "#app/site/account/browser/passkey-support.ts";
import type { SignInFailure } from "#app/site/account/browser/sign-in-methods.ts";
import { unreachable } from "#app/site/account/browser/unreachable.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { showUnsent } from "#app/site/browser/progress.ts";
import { onFirstUse } from "./first-use.ts";
import { continueTo } from "./use-continue.ts";

export interface OtherSignInMethodsProps {
  /** Path to open after a sign-in. */
  next: string;
  /** Path of the second step, where one is required. */
  secondStep: string;
  hasGoogle: boolean;
  hasPasskey: boolean;
  config: SignInConfig;
  /** Consent text for a new account. */
  consent: string;
}

/** Sign-in methods without a password. */
export function OtherSignInMethods({ hasGoogle, hasPasskey, ...page }: OtherSignInMethodsProps) {
  if (!hasGoogle && !hasPasskey) return null;
  return (
    <div className="other-sign-in">
      {hasGoogle && (
        <>
          <p className="or">or</p>
          <GoogleButton {...page} />
          <p className="hint">
            No account yet? Continuing with Google creates one, and you agree: “{page.consent}”
          </p>
        </>
      )}
      {hasPasskey && <PasskeyButton next={page.next} isAlone={!hasGoogle} />}
    </div>
  );
}

type SignInMethods = typeof import("#app/site/account/browser/sign-in-methods.ts");

const siteUnreachable = { title: unreachable.words, nextStep: unreachable.nextStep };

const loadSignInMethods = (): Promise<SignInMethods> =>
  import("#app/site/account/browser/sign-in-methods.ts");

/** Loads and prepares the code for Google's button. */
async function loadGoogle(config: SignInConfig): Promise<SignInMethods> {
  const ways = await loadSignInMethods();
  await ways.prepareGoogle(config);
  return ways;
}

type GoogleButtonProps = Pick<OtherSignInMethodsProps, "next" | "secondStep" | "config">;

/** Signs in with Google in a popup. Uses this window without scripts or when the popup is blocked. */
function GoogleButton({ next, secondStep, config }: GoogleButtonProps) {
  const [isFetching, setFetching] = useState(false);
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const redirectAddress = `/auth/start?${new URLSearchParams({ mode: "redirect", next })}`;
  useEffect(() => onFirstUse(async () => void (await loadGoogle(config))), [config]);

  async function start(event: MouseEvent): Promise<void> {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (isFetching) return;
    if (!navigator.onLine) return showUnsent("offline", () => void start(event));
    setFetching(true);
    const ways = await loadGoogle(config).catch(() => null);
    setFetching(false);
    if (!ways) return location.assign(redirectAddress);
    setFailure(null);
    setWaiting((count) => count + 1);
    const result = await ways.trySignInWithGoogle();
    setWaiting((count) => count - 1);
    if (result === "in") void continueTo(next);
    else if (result === "second-step") location.assign(secondStep);
    else setFailure(result);
  }

  return (
    <>
      <a className="btn quiet" href={redirectAddress} onClick={start} data-waits="">
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
  next: string;
  /** No other method is above it. */
  isAlone: boolean;
}

/** Signs in with a passkey, in browsers that support it. Invisible but in the layout until support is known. */
export function PasskeyButton({ next, isAlone }: PasskeyButtonProps) {
  const [isSupported, setSupported] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  useEffect(() => setSupported(supportsPasskeys()), []);
  if (isSupported === false) return null;

  async function start(): Promise<void> {
    if (isAsking) return;
    if (!navigator.onLine) return showUnsent("offline", () => void start());
    setFailure(null);
    setAsking(true);
    const ways = await loadSignInMethods().catch(() => null);
    const result = ways ? await ways.trySignInWithPasskey() : siteUnreachable;
    setAsking(false);
    if (result === "in") void continueTo(next);
    else setFailure(result);
  }

  return (
    <div className={isSupported ? "passkey" : "passkey unknown"}>
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
