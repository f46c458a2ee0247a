import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { confirmIdentity } from "#app/domain/accounts/browser/confirmation.ts";
import { AccountApiError, describeError } from "#app/site/account/browser/account-api.ts";
import { addPasskey } from "#app/site/account/browser/passkey.ts";
import { supportsPasskeys } from "#app/site/account/browser/passkey-support.ts";
import { isUnreachable } from "#app/site/account/browser/sign-in-error.ts";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { unansweredReason } from "#app/site/shell/connection.ts";
import { forgetSentText, restoreText } from "../browser/drafts.ts";
import { openPage } from "../browser/navigation.ts";
import { showUnsent } from "../browser/progress.ts";

const path = "/myprofile/passkeys";

interface AddPasskeyProps {
  /** Id of the user, whose draft no other user may see. */
  owner: string;
  /** Maximum characters of the name. */
  maxName: number;
}

/** Form that adds a passkey of this device; needs JavaScript. */
export default function AddPasskey({ owner, maxName }: AddPasskeyProps) {
  const [isSupported, setSupported] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<FormAnswer>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => setSupported(supportsPasskeys()), []);
  useEffect(() => {
    const form = isSupported && box.current?.querySelector("form");
    if (form) restoreText(form);
  }, [isSupported]);

  async function add(form: HTMLFormElement): Promise<void> {
    if (isAsking) return;
    const name = String(new FormData(form).get("name") ?? "").trim();
    const refuse = (refusal: Pick<FormAnswer, "title" | "errors">) =>
      setAnswer({ ...refusal, typed: { name }, isConsentTicked: false });
    // The device would make the passkey before the server could refuse it.
    if (name === "") return refuse(wrongName("Give it a name"));
    if (name.length > maxName) return refuse(wrongName(`Use at most ${maxName} characters`));
    setAsking(true);
    setAnswer(undefined);
    try {
      const result = await addPasskey(name).catch(async (error) => {
        if (isStale(error) && (await confirmIdentity())) return addPasskey(name);
        throw error;
      });
      if (!result) return refuse(abandoned);
      forgetSentText(form);
      openPage(path);
    } catch (error) {
      const retry = () => void add(form);
      if (isUnreachable(error)) showUnsent(unansweredReason(), retry);
      else if (isSignedOut(error)) showUnsent("signedOut", retry);
      else refuse(describeError(error));
    } finally {
      setAsking(false);
    }
  }

  if (isSupported === null) return <noscript>To add a passkey, this page needs JavaScript.</noscript>;
  if (!isSupported) return <p className="mute">This browser doesn’t support passkeys.</p>;
  const island = {
    action: path,
    isSending: isAsking,
    isAnsweredByPage: false,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      void add(event.currentTarget);
    },
  };
  return (
    <div ref={box}>
      <AccountForm
        intent="add"
        answer={answer}
        submit="Add a passkey"
        pending="Follow your device…"
        draft={`new-passkey-${owner}`}
        island={island}
      >
        <AccountField
          label="Name of this device"
          name="name"
          autoComplete="off"
          hint="So that you know later which one it is."
        />
      </AccountForm>
    </div>
  );
}

function wrongName(message: string): Pick<FormAnswer, "title" | "errors"> {
  return { title: "Please check these fields.", errors: { name: message } };
}

const abandoned = {
  title:
    "No passkey was made. The device may have one for this account already, or you stopped. Try again if you like.",
  errors: {},
};

function isStale(error: unknown): boolean {
  return error instanceof AccountApiError && error.code === "stale-session";
}

function isSignedOut(error: unknown): boolean {
  return error instanceof AccountApiError && error.status === 401 && !isStale(error);
}
