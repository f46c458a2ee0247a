import { type SubmitEvent, useEffect, useState } from "react";
import { confirmIdentity } from "#app/domain/accounts/browser/confirmation.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { AccountApiError } from "#app/site/account/browser/account-api.ts";
import { addPasskey } from "#app/site/account/browser/passkey.ts";
import { supportsPasskeys } from "#app/site/account/browser/passkey-support.ts";
import { asSignInError } from "#app/site/account/browser/sign-in-error.ts";
import { Trouble } from "#app/site/account/notice.tsx";
import { openPage } from "../browser/navigation.ts";

interface Failure {
  title: string;
  nextStep?: string;
}

/** Form that adds a passkey of this device; needs JavaScript. */
export default function AddPasskey() {
  const [isSupported, setSupported] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => setSupported(supportsPasskeys()), []);

  async function add(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isAsking) return;
    const form = event.currentTarget;
    setAsking(true);
    setFailure(null);
    try {
      const name = String(new FormData(form).get("name") ?? "");
      const result = await addPasskey(name).catch(async (error) => {
        if (isStale(error) && (await confirmIdentity())) return addPasskey(name);
        throw error;
      });
      if (!result) return setFailure(abandoned);
      form.reset();
      openPage("/myprofile/passkeys");
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      setAsking(false);
    }
  }

  if (isSupported === null) return <noscript>To add a passkey, this page needs JavaScript.</noscript>;
  if (!isSupported) return <p className="mute">This browser doesn’t support passkeys.</p>;
  return (
    <>
      {failure && <Trouble {...failure} />}
      <form className="form" onSubmit={add}>
        <LabelledField label="Name of this device" name="name" hint="So that you know later which one it is.">
          {(control) => (
            <input {...control} className="input" type="text" autoComplete="off" dir="auto" required />
          )}
        </LabelledField>
        <div className="field full-row button-row">
          <button className="btn" type="submit" aria-disabled={isAsking}>
            {isAsking ? "Follow your device…" : "Add a passkey"}
          </button>
        </div>
      </form>
    </>
  );
}

const abandoned = {
  title: "No passkey was made.",
  nextStep: "The device may have one for this account already, or you stopped. Try again if you like.",
};

function isStale(error: unknown): boolean {
  return error instanceof AccountApiError && error.code === "stale-session";
}

function readFailure(error: unknown): Failure {
  if (error instanceof AccountApiError) return { title: Object.values(error.fields)[0] ?? error.message };
  const { message, nextStep } = asSignInError(error);
  return { title: message, nextStep };
}
