import { useState } from "react";
import { AccountField } from "./account-field.tsx";
import { judgePassword } from "./judge-password.ts";

/** A new password, twice, with how strong it is while it is being typed. */
export function NewPassword({ label = "Password" }: { label?: string }) {
  const [typed, setTyped] = useState("");
  const judged = judgePassword(typed);
  return (
    <>
      <div className="new-password">
        <AccountField
          label={label}
          name="password"
          type="password"
          autoComplete="new-password"
          hint="10 to 128 characters. A few words that do not belong together are easy to keep and hard to guess."
          onInput={setTyped}
        />
        {typed !== "" && (
          <div className={`strength at-${judged.steps}`}>
            <span aria-hidden="true" />
            <p className="hint" role="status">
              {judged.words}
            </p>
          </div>
        )}
      </div>
      <AccountField
        label={`${label} again`}
        name="passwordAgain"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
