import { accountConsent } from "#app/accounts/account-consent.ts";
import { GoogleButton } from "./google-button.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

interface OtherWaysProps {
  next: string;
  hasGoogle: boolean;
  hasPasskey: boolean;
  config: { apiKey: string; authDomain: string };
}

/** The ways in without a password. */
export function OtherWays({ next, hasGoogle, hasPasskey, config }: OtherWaysProps) {
  if (!hasGoogle && !hasPasskey) return null;
  return (
    <div className="other-ways">
      {hasGoogle && (
        <>
          <p className="or">or</p>
          <GoogleButton next={next} config={config} />
          <p className="hint">
            No account yet? Continuing with Google creates one, and you agree: “{accountConsent}”
          </p>
        </>
      )}
      {hasPasskey && <PasskeyButton isAlone={!hasGoogle} />}
    </div>
  );
}
