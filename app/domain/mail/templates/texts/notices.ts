import type { ContentOf } from "#app/domain/mail/templates/mail-content.ts";
import { formatContactAdvice, formatMoment, type Wordings } from "#app/domain/mail/templates/template.ts";
import { oneLine } from "#app/lib/text/plain-text.ts";

/** Notices to the owner of an account, and to admins. */
export const noticeWordings: Wordings<
  | "new-device"
  | "credential-changed"
  | "role-changed"
  | "account-closed"
  | "webhook-off"
  | "backup-failed"
  | "increments"
  | "mail-surge"
> = {
  "webhook-off": {
    subject: "A webhook was turned off",
    write: ({ host, why, link }, { company }) => ({
      heading: "A webhook was turned off",
      paragraphs: [
        `The website of ${company.name} no longer sends events to ${oneLine(host, 120)}. ${oneLine(why, 300)}`,
      ],
      action: { label: "Look at webhooks", link },
      closing: "Turn it on again when the other program works. There you can also send failed events again.",
    }),
  },
  "backup-failed": {
    subject: "A backup failed",
    write: ({ at, problems, link }, { company }) => ({
      heading: "A backup failed",
      paragraphs: [
        `The backup of ${company.name} can’t be relied on until somebody has checked it. Earlier backups are kept.`,
        ...problems.map((problem) => oneLine(problem, 500)),
      ],
      facts: [{ label: "When", value: formatMoment(at, company) }],
      action: { label: "Go to the backups", link },
      closing: "You get this e-mail once for each backup that failed, because you are an admin.",
    }),
  },
  increments: {
    subject: ({ what }) => incrementTitles[what],
    write: ({ what, at, says, link }, { company }) => ({
      heading: incrementTitles[what],
      paragraphs:
        what === "failing"
          ? [
              `Changes on the website of ${company.name} since the last full backup can’t be backed up at present. If the server is lost now, all later changes are lost. The site tries again every few minutes.`,
              oneLine(says, 500),
            ]
          : [`Changes on the website of ${company.name} since the last full backup are backed up again.`],
      facts: [
        { label: what === "failing" ? "Since" : "Not backed up since", value: formatMoment(at, company) },
      ],
      action: { label: "Go to the backups", link },
      closing:
        "You get this e-mail once when it fails and once when it works again, because you are an admin.",
    }),
  },
  "mail-surge": {
    subject: "Unusual number of forms sent",
    write: ({ count, link }, { company }) => ({
      heading: "Unusual number of forms sent",
      paragraphs: [
        `In the last hour, the forms of ${company.name} caused ${count} e-mails to visitors. Such a number often comes from a program, not from people.`,
        "These e-mails are now sent slowly, after all others. Links for new passwords and replies to customers are not delayed.",
        "Check the recipients. If it continues, block the networks that send the forms in your web server.",
      ],
      action: { label: "Open mail", link },
      closing: "You get this e-mail at most once a day, because you are an admin.",
    }),
  },
  "new-device": {
    subject: "New sign-in to your account",
    write: ({ at, browser, network, link }, { company }) => ({
      heading: "New sign-in to your account",
      paragraphs: [
        `Somebody signed in to your account at ${company.name} from a device we had not seen before.`,
      ],
      facts: [
        { label: "When", value: formatMoment(at, company) },
        { label: "Browser", value: oneLine(browser, 120) || "Unknown" },
        { label: "Network", value: oneLine(network, 120) || "Unknown" },
      ],
      action: { label: "Review my sessions", link },
      closing:
        "If this was you, you don’t need to do anything. If it wasn’t, end that session and change your password.",
    }),
  },
  "credential-changed": {
    subject: ({ what }) => titleOf(what),
    write: ({ what, at, link }, { company }) => ({
      heading: titleOf(what),
      paragraphs: [credentialTexts[what]],
      facts: [
        { label: "Account", value: company.name },
        { label: "When", value: formatMoment(at, company) },
      ],
      action: { label: "Go to my account", link },
      closing: `If this was you, you don’t need to do anything. If it wasn’t, change your password now and ${formatContactAdvice(company)}.`,
    }),
  },
  "role-changed": {
    subject: "Your role has changed",
    write: ({ role, link }, { company }) => ({
      heading: `You are now ${roles[role].title}`,
      paragraphs: [`Your role at ${company.name} has changed. ${roles[role].means}`],
      action: { label: "Go to my account", link },
      closing: "If this surprises you, ask the person who looks after the accounts.",
    }),
  },
  "account-closed": {
    subject: ({ isClosed }) => (isClosed ? "Your account was closed" : "Your account is open again"),
    write: ({ isClosed, link }, { company }) => ({
      heading: isClosed ? "Your account was closed" : "Your account is open again",
      paragraphs: [
        isClosed
          ? `Your account at ${company.name} was closed by an admin. You have been signed out everywhere and can’t sign in.`
          : `Your account at ${company.name} was opened again by an admin. You can sign in as before.`,
      ],
      action: isClosed ? { label: "Write to us", link } : { label: "Sign in", link },
      closing: isClosed ? "If you think this is a mistake, please tell us." : "",
    }),
  },
};

const incrementTitles: Record<ContentOf<"increments">["what"], string> = {
  failing: "Changes are not being backed up",
  well: "Changes are being backed up again",
};

function titleOf(what: ContentOf<"credential-changed">["what"]): string {
  return what === "second-step-warned" ? "Somebody knows your password" : "Your sign-in methods have changed";
}

const credentialTexts: Record<ContentOf<"credential-changed">["what"], string> = {
  "passkey-added": "A passkey was added to your account. It can be used to sign in.",
  "passkey-removed": "A passkey was removed from your account. It can’t be used to sign in any more.",
  "second-step-on":
    "Two-factor authentication was turned on: signing in now also asks for a code from your authenticator app.",
  "second-step-off":
    "Two-factor authentication was turned off: your password alone is now enough to sign in.",
  "recovery-codes-renewed": "New recovery codes were created. The old ones no longer work.",
  "second-step-warned":
    "Somebody entered the right password and then ten wrong two-factor codes in a row. They were not signed in, but they know your password: change it.",
  "google-linked": "A Google account was linked to yours. It can be used to sign in.",
  "second-step-dropped":
    "An admin turned off two-factor authentication and signed you out everywhere: your password alone is now enough to sign in.",
  "sessions-ended": "An admin ended sessions of your account. Sign in again to continue.",
  "google-unlinked": "The Google account was unlinked from yours. It can’t be used to sign in any more.",
};

const roles: Record<ContentOf<"role-changed">["role"], { title: string; means: string }> = {
  member: { title: "a member", means: "You keep your profile, but you can’t use the dashboard." },
  editor: {
    title: "an editor",
    means:
      "You can use the dashboard: content, files and messages from visitors. It requires two-factor authentication.",
  },
  admin: {
    title: "an admin",
    means:
      "You can use the whole dashboard, with people, settings, mail and the audit log. It requires two-factor authentication.",
  },
};

export const testWordings: Wordings<"test"> = {
  test: {
    subject: "Test e-mail",
    write: ({ at }, { company }) => ({
      heading: "Your e-mail settings work",
      paragraphs: [`Someone at ${company.name} sent this test from the dashboard.`],
      facts: [
        { label: "Sent", value: formatMoment(at, company) },
        { label: "From", value: company.url.host },
      ],
      closing:
        "If it landed in your spam folder, check the sender address and its SPF, DKIM and DMARC records.",
    }),
  },
};

export const canaryWordings: Wordings<"canary"> = {
  canary: {
    subject: ({ what }) => canaryTitles[what],
    write: ({ what, at, says }, { company }) => ({
      heading: canaryTitles[what],
      paragraphs: [
        what === "trial"
          ? "The website sends itself this message through the contact form, to check that messages arrive. You don’t need to do anything, and you can delete it."
          : what === "broken"
            ? "The website sends itself messages through the contact form, to check that they arrive. They don’t at present, so messages from visitors may not arrive either."
            : "A message that the website sent itself through the contact form has arrived again.",
      ],
      facts: [
        { label: what === "broken" ? "Since" : "When", value: formatMoment(at, company) },
        ...(says === "" ? [] : [{ label: "Problem", value: says }]),
      ],
      closing: "",
    }),
  },
};

const canaryTitles = {
  trial: "Test message from the website",
  broken: "Messages from the website don’t arrive",
  well: "Messages from the website arrive again",
};
