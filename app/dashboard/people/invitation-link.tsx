import { ShownOnce } from "../parts/shown-once.tsx";

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
