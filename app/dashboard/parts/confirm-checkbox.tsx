import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { FormInput } from "./handle-action.ts";

/** Checkbox before a button that deletes something permanently. */
export function ConfirmCheckbox({ label }: { label: string }) {
  return (
    <label className="check">
      <input type="checkbox" name="sure" /> {label}
    </label>
  );
}

/** Refuses an irreversible action unless the box was ticked. */
export function requireConfirmed(sent: Pick<FormInput, "isTicked">): void {
  if (!sent.isTicked("sure"))
    throw new DomainError("invalid", "This can’t be undone. Tick the box to confirm, then try again.", {
      fields: { sure: "Tick this to confirm" },
    });
}
