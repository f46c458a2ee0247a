import { Link } from "react-router";
import { CopyButton } from "#app/site/forms/copy-button.tsx";
import { AccountPage } from "../forms/account-page.tsx";

/** The codes for the day the phone is gone; shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <AccountPage
      title="Save your recovery codes"
      lead="Two-factor authentication is on. If you lose your phone, sign in with one of these codes; each works once. They won’t be shown again: print them or save them with your passwords."
      isAnswer
    >
      <ul className="recovery-codes num">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="ways">
        <CopyButton text={codes.join("\n")} label="Copy codes" />
        <Link className="go" to="/myprofile?done=second-step-on">
          I have saved them
        </Link>
      </div>
    </AccountPage>
  );
}
