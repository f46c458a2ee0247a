import { Copy } from "lucide-react";
import { useState } from "react";

/** The link of an invitation that was not sent, for want of a mail server. */
export interface MadeLink {
  link: string;
  email: string;
}

/** What an action answered; null where no link is to be passed on. */
export function madeLinkIn(answer: unknown): MadeLink | null {
  if (typeof answer !== "object" || answer === null || !("link" in answer) || !("email" in answer))
    return null;
  const { link, email } = answer;
  return typeof link === "string" && typeof email === "string" ? { link, email } : null;
}

/** Where no mail server is set an admin passes the link on themselves. */
export function InvitationLink({ made: { link, email } }: { made: MadeLink }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(link).catch(() => {});
    setCopied(true);
  };
  return (
    <section className="boxed stack" aria-labelledby="invitation-link">
      <h2 id="invitation-link">Invitation not sent: no mail server is set</h2>
      <label htmlFor="f-invitation-link">Copy this link and send it to {email} yourself</label>
      <div className="row">
        <input
          className="input grow"
          id="f-invitation-link"
          readOnly
          value={link}
          dir="ltr"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button className="btn quiet" type="button" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden /> Copy link
        </button>
        <span role="status" className="small mute">
          {isCopied ? "Copied" : ""}
        </span>
      </div>
      <p className="hint">The link is valid for 7 days and works once. It is shown only here.</p>
    </section>
  );
}
