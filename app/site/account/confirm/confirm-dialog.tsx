import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import type { ConfirmMethods } from "#app/domain/accounts/accounts.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { Icon } from "#app/lib/ui/icon.tsx";
import { AccountApiError, askAccount } from "#app/site/account/browser/account-api.ts";
import { signInWithPasskey } from "#app/site/account/browser/passkey.ts";
import { supportsPasskeys } from "#app/site/account/browser/passkey-support.ts";
import { asSignInError, isUnreachable } from "#app/site/account/browser/sign-in-error.ts";
import { GoogleMark } from "#app/site/account/login/other-sign-in-methods.tsx";
import { HiddenUsername } from "#app/site/account/notice.tsx";
import { unansweredReason, unsentWords } from "#app/site/shell/connection.ts";

const path = "auth/confirmation";
/** Interval of checks while the user confirms with Google in another window. */
const checkIntervalMs = 3_000;

/**
 * Asks the signed-in user to reauthenticate in a dialog over the page, with the methods of `/myprofile/confirm`.
 * It has its own root in the document, so the site and the dashboard share it.
 * @param signal closes the dialog when its caller stops waiting
 * @returns whether the user confirmed
 */
export function askInDialog(signal?: AbortSignal | null): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const container = document.body.appendChild(document.createElement("div"));
  const focused = document.activeElement;
  const root = createRoot(container);
  const stop = () => end(false);
  const end = (isConfirmed: boolean) => {
    signal?.removeEventListener("abort", stop);
    root.unmount();
    container.remove();
    if (focused instanceof HTMLElement) focused.focus();
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

  /** Closes the dialog once the session is fresh; another user must not send the typed form. */
  async function checkSession(): Promise<void> {
    const now = await askAccount<ConfirmMethods>(path);
    if (ways && now.personId !== ways.personId) return setTrouble({ message: anotherUser, fields: {} });
    if (now.isFresh) onEnd(true);
  }
  const latest = useRef(checkSession);
  latest.current = checkSession;

  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setInterval(() => void latest.current().catch(() => {}), checkIntervalMs);
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
      if (await work()) await checkSession();
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
            <HiddenUsername email={ways.email} />
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
            Go on in the window that has opened. This page then continues automatically.
          </p>
        )}
        {ways?.hasPasskey && supportsPasskeys() && (
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

const anotherUser =
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
  // The page behind the dialog can't be used, so its notice would not help.
  if (isUnreachable(error)) return { message: unsentWords[unansweredReason()], fields: {} };
  const { message, nextStep } = asSignInError(error);
  return { message: [message, nextStep].filter(Boolean).join(" "), fields: {} };
}
