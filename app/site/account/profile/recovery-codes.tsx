import { Link } from "react-router";
import { CopyButton } from "#app/site/forms/copy-button.tsx";
import { AccountPage } from "../forms/account-page.tsx";

/** The codes for the day the phone is gone; shown this once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <AccountPage
      title="Keep these codes"
      lead="Two-step sign-in is on. Without your phone one of these signs you in; each works once. They are shown only now: print them, or put them where you keep your passwords."
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
        <CopyButton text={codes.join("\n")} label="Copy the codes" />
        <Link className="go" to="/myprofile?done=second-step-on">
          I have kept them
        </Link>
      </div>
    </AccountPage>
  );
}
