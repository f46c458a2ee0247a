import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { ConfirmMethods } from "#app/accounts/accounts.ts";
import { AccountApiError, askAccount } from "#app/site/account/browser/account-api.ts";
import { signInWithPasskey } from "#app/site/account/browser/passkey.ts";
import { asSignInError } from "#app/site/account/browser/sign-in-error.ts";
import { knowsPasskeys } from "#app/site/account/browser/sign-in-start.ts";
import { GoogleMark } from "#app/site/account/login/other-sign-in-methods.tsx";
import { WhosePassword } from "#app/site/account/notice.tsx";
import { LabelledField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

const path = "auth/confirmation";
/** While somebody confirms with Google in another window. */
const lookMs = 3_000;

/**
 * Asks whoever is signed in to show again who they are, by the ways that `/myprofile/confirm` offers, over the page they are
 * on: nothing typed there is touched. It stands beside the page in the document, so that the site and the dashboard have it alike.
 * @param signal closes it when nobody waits for the answer any more
 * @returns whether they did
 */
export function askInDialog(signal?: AbortSignal | null): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const place = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  const root = createRoot(place);
  const stop = () => end(false);
  const end = (isConfirmed: boolean) => {
    signal?.removeEventListener("abort", stop);
    root.unmount();
    place.remove();
    if (before instanceof HTMLElement) before.focus();
    resolve(isConfirmed);
  };
  signal?.addEventListener("abort", stop);
  root.render(<ConfirmDialog onEnd={end} />);
  return promise;
}

interface Trouble {
  message: string;
  fields: Record<string, string>;
}

const noTrouble: Trouble = { message: "", fields: {} };

function ConfirmDialog({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [ways, setWays] = useState<ConfirmMethods | null>(null);
  const [trouble, setTrouble] = useState(noTrouble);
  const [isAsking, setAsking] = useState(false);
  const [isElsewhere, setElsewhere] = useState(false);

  useEffect(() => {
    dialog.current?.showModal();
    askAccount<ConfirmMethods>(path)
      .then(setWays)
      .catch((error) => setTrouble(readTrouble(error)));
  }, []);

  /** Ends the question once the same person is fresh; anybody else must not send what this one has typed. */
  async function look(): Promise<void> {
    const now = await askAccount<ConfirmMethods>(path);
    if (ways && now.personId !== ways.personId) return setTrouble({ message: somebodyElse, fields: {} });
    if (now.isFresh) onEnd(true);
  }
  const latest = useRef(look);
  latest.current = look;

  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(() => void latest.current().catch(() => {}), lookMs);
    return () => clearInterval(timer);
  }, [isElsewhere]);

  useEffect(() => {
    const name = Object.keys(trouble.fields)[0];
    if (name) dialog.current?.querySelector<HTMLInputElement>(`[name="confirm-${name}"]`)?.select();
  }, [trouble]);

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    if (isAsking) return;
    setAsking(true);
    setTrouble(noTrouble);
    try {
      if (await work()) await look();
    } catch (error) {
      setTrouble(readTrouble(error));
    } finally {
      setAsking(false);
    }
  }

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(`confirm-${name}`) ?? "");
    void attempt(async () => {
      await askAccount(path, {
        password: read("password"),
        ...(ways?.hasSecondStep && { code: read("code") }),
      });
      return true;
    });
  }

  const title = ways && !ways.hasPassword ? "Confirm it’s you" : "Confirm your password";
  return (
    <dialog
      ref={dialog}
      className="dialog confirm-dialog"
      aria-labelledby={id}
      aria-describedby={`${id}-why`}
      onCancel={(event) => {
        event.preventDefault();
        onEnd(false);
      }}
    >
      <div className="inner">
        <h2 id={id}>{title}</h2>
        <p id={`${id}-why`}>
          For your security, please confirm your identity to continue. What you typed on the page is kept.
        </p>
        {trouble.message && (
          <p className="err" role="alert">
            <Icon name="circle-alert" /> {trouble.message}
          </p>
        )}
        {ways?.hasPassword && (
          <form className="ways" onSubmit={send} noValidate id={`${id}-form`}>
            <WhosePassword email={ways.email} />
            <LabelledField label="Password" name="confirm-password" error={trouble.fields.password}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                />
              )}
            </LabelledField>
            {ways.hasSecondStep && (
              <LabelledField
                label="Two-factor code"
                name="confirm-code"
                error={trouble.fields.code}
                hint="The 6 digits from your authenticator app, or a recovery code."
              >
                {(control) => (
                  <input
                    {...control}
                    className="input code num"
                    type="text"
                    autoComplete="one-time-code"
                    autoCapitalize="none"
                    spellCheck={false}
                  />
                )}
              </LabelledField>
            )}
          </form>
        )}
        {ways?.hasGoogle && (
          <a
            className="btn quiet"
            href={`/auth/start?${new URLSearchParams({ mode: "redirect", next: "/myprofile?done=confirmed" })}`}
            target="_blank"
            rel="noopener"
            onClick={() => setElsewhere(true)}
          >
            <GoogleMark /> Continue with Google
          </a>
        )}
        {isElsewhere && (
          <p className="hint" role="status">
            Go on in the window that has opened. This page goes on by itself.
          </p>
        )}
        {ways?.hasPasskey && knowsPasskeys() && (
          <button className="btn quiet" type="button" onClick={() => void attempt(signInWithPasskey)}>
            <Icon name="key-round" /> Use a passkey
          </button>
        )}
        <div className="button-row">
          <button className="btn quiet" type="button" onClick={() => onEnd(false)}>
            Cancel
          </button>
          {ways?.hasPassword && (
            <button className="btn" type="submit" form={`${id}-form`} aria-disabled={isAsking}>
              {isAsking ? "One moment…" : "Confirm"}
            </button>
          )}
        </div>
      </div>
    </dialog>
  );
}

const somebodyElse =
  "Another person is signed in now, so nothing was sent. Sign in as yourself in another window, then try again.";

function readTrouble(error: unknown): Trouble {
  if (error instanceof AccountApiError) {
    if (error.status === 401)
      return {
        message: "You are signed out. Sign in in another window, then try again; what you typed stays here.",
        fields: {},
      };
    const hasFields = Object.keys(error.fields).length > 0;
    return { message: hasFields ? "" : error.message, fields: error.fields };
  }
  const { message, nextStep } = asSignInError(error);
  return { message: [message, nextStep].filter(Boolean).join(" "), fields: {} };
}
