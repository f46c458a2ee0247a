import { ShownOnce } from "../parts/shown-once.tsx";

/** Link of an invitation that was not sent because no mail server is set. */
export interface UnsentInvitation {
  link: string;
  email: string;
}

/** Link in an action's answer; null without one. */
export function unsentInvitationIn(answer: unknown): UnsentInvitation | null {
  if (typeof answer !== "object" || answer === null || !("link" in answer) || !("email" in answer))
    return null;
  const { link, email } = answer;
  return typeof link === "string" && typeof email === "string" ? { link, email } : null;
}

/** Shows the link for the admin to forward, without a mail server. */
export function InvitationLink({ invitation: { link, email } }: { invitation: UnsentInvitation }) {
  return (
    <ShownOnce
      title="Invitation not sent: no mail server is set"
      label={`Copy this link and send it to ${email} yourself`}
      value={link}
      button="Copy link"
      note="The link is valid for 7 days and works once. After you leave this page, you can find it under Mail: open the e-mail and choose “Show links”."
    />
  );
}
