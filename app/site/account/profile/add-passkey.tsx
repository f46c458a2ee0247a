import { type SubmitEvent, useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { confirmIdentity } from "#app/pages/confirmation.ts";
import { Field } from "#app/ui/field.tsx";
import { AccountRefusal } from "../browser/account-api.ts";
import { addPasskey, knowsPasskeys } from "../browser/passkey.ts";
import { asSignInError } from "../browser/sign-in-error.ts";
import { Trouble } from "../trouble.tsx";

interface Failure {
  title: string;
  nextStep?: string;
}

/** Makes a passkey of this device; only a script can. */
export function AddPasskey() {
  const [isThere, setThere] = useState<boolean | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => setThere(knowsPasskeys()), []);

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
      if (!result) return setFailure(givenUp);
      form.reset();
      await revalidate();
    } catch (error) {
      setFailure(readFailure(error));
    } finally {
      setAsking(false);
    }
  }

  if (isThere === null) return <noscript>To add a passkey, this page needs JavaScript.</noscript>;
  if (!isThere) return <p className="mute">This browser knows no passkeys.</p>;
  return (
    <>
      {failure && <Trouble {...failure} />}
      <form className="form" onSubmit={add}>
        <Field label="Name of this device" name="name" hint="So that you know later which one it is.">
          {(control) => (
            <input {...control} className="in" type="text" autoComplete="off" dir="auto" required />
          )}
        </Field>
        <div className="f w acts">
          <button className="btn" type="submit" aria-disabled={isAsking}>
            {isAsking ? "Follow your device…" : "Add a passkey"}
          </button>
        </div>
      </form>
    </>
  );
}

const givenUp = {
  title: "No passkey was made.",
  nextStep: "The device may have one for this account already, or you stopped. Try again if you like.",
};

function isStale(error: unknown): boolean {
  return error instanceof AccountRefusal && error.code === "stale-session";
}

function readFailure(error: unknown): Failure {
  if (error instanceof AccountRefusal) return { title: Object.values(error.fields)[0] ?? error.message };
  const { message, nextStep } = asSignInError(error);
  return { title: message, nextStep };
}
