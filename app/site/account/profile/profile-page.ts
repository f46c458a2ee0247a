import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import {
  type AccountAnswer,
  type AccountRequest,
  enabledSignInKinds,
  type Signed,
} from "#app/domain/accounts/accounts.ts";
import { listPasskeys } from "#app/domain/accounts/passkeys.ts";
import { setNewsletter } from "#app/domain/accounts/profile/newsletter.ts";
import { keepAccount, listMyMessages, saveProfile } from "#app/domain/accounts/profile/profile.ts";
import { linkedProviders, unlinkProvider } from "#app/domain/accounts/providers/providers.ts";
import { endOtherSessions, endSession, listSessions } from "#app/domain/accounts/sessions/own-sessions.ts";
import { signOut } from "#app/domain/accounts/sessions/sign-in.ts";
import { readTimeZone } from "#app/domain/company/company-time.ts";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { signedOf } from "#app/domain/routing/guard.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { momentFormatter } from "#app/lib/text/moments.ts";
import { describeAccountProblem } from "#app/site/account/account-problem.ts";
import {
  accountRequestOf,
  privatePage,
  type RouteArgs,
  redirectOn,
  type SentForm,
} from "#app/site/account/forms/account-route.ts";

/** Reads the data of `/myprofile`, with formatted dates. */
export async function readProfile(args: RouteArgs, url: URL) {
  const signed = signedOf(args.context);
  if (url.searchParams.get("from") === "sign-in")
    throw redirectOn(signed.person.role === "member" ? "/myprofile" : "/dashboard/home");
  const { accounts, accountRequest } = accountRequestOf(args);
  const zone = await readTimeZone(args.context.get(pageContext).db);
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    ...presentPerson(signed, zone),
    ...(await readSignInMethods(accounts, accountRequest, zone)),
    sessions: (await listSessions(accounts, accountRequest)).map((session) => ({
      ...session,
      lastSeenAt: writeMoment(session.lastSeenAt, zone),
    })),
    messages: (await listMyMessages(accounts, accountRequest)).map((message) => ({
      ...message,
      at: writeDate(message.at, zone),
    })),
    notice: noticeFor(url.searchParams.get("done")),
    isNewlyLeaving: url.searchParams.get("done") === "deleting",
    problem: problem === null ? null : describeAccountProblem(problem),
  });
}

function presentPerson({ person }: Signed, zone: string) {
  return {
    person,
    since: writeDate(person.createdAt, zone),
    deletesOn: person.deletesAt === null ? null : writeDate(person.deletesAt, zone),
    isStaff: person.role !== "member",
  };
}

async function readSignInMethods(accounts: AccountContext, accountRequest: AccountRequest, zone: string) {
  const kinds = enabledSignInKinds(accounts);
  const linked = await linkedProviders(accounts, accountRequest);
  return {
    hasGoogle: kinds.includes("google") || linked.length > 0,
    linked: linked.map((one) => ({ ...one, since: writeDate(one.since, zone) })),
    passkeys: kinds.includes("passkey") ? (await listPasskeys(accounts, accountRequest)).length : null,
  };
}

export type ProfilePage = Awaited<ReturnType<typeof readProfile>>["data"];

const notices = {
  saved: "Your name and phone number are saved.",
  photo: "Your photo is saved.",
  "no-photo": "Your photo was removed.",
  password: "Your password was changed. All other sessions were ended.",
  email:
    "We have sent an e-mail to both addresses. The change takes effect once you have opened the link in each.",
  ended: "That session was ended.",
  "ended-others": "Every other session was ended.",
  newsletter: "Your choice about the newsletter is saved.",
  unlinked: "Your Google account is no longer linked.",
  kept: "Your account will not be deleted.",
  "second-step-on": "Two-factor authentication is on.",
  "second-step-off": "Two-factor authentication is off.",
  confirmed: "Confirmed. You can close this window and continue in the other one.",
  export: "Confirmed. You can download your data now.",
} as const;

/** Returns the notice for the completed action in the address. */
function noticeFor(done: string | null): string | null {
  return done !== null && Object.hasOwn(notices, done) ? notices[done as keyof typeof notices] : null; // checked by hasOwn
}

type Change = (
  sent: SentForm,
  accounts: AccountContext,
  accountRequest: AccountRequest,
) => Promise<AccountAnswer>;

interface Changes {
  /** Page that reports the change. */
  to: string;
  change: Change;
}

const { consent } = describeNewsletterForm();

/** Changes by the forms of `/myprofile`, by intent. */
export const changes: Record<string, Changes> = {
  save: {
    to: "/myprofile?done=saved",
    change: (sent, accounts, accountRequest) =>
      saveProfile(accounts, accountRequest, { name: sent.text("name"), phone: sent.text("phone") }),
  },
  "end-session": {
    to: "/myprofile?done=ended",
    change: (sent, accounts, accountRequest) => endSession(accounts, accountRequest, { id: sent.text("id") }),
  },
  "end-others": {
    to: "/myprofile?done=ended-others",
    change: (_, accounts, accountRequest) => endOtherSessions(accounts, accountRequest),
  },
  newsletter: {
    to: "/myprofile?done=newsletter",
    change: (sent, accounts, accountRequest) =>
      setNewsletter(accounts, accountRequest, {
        wanted: sent.text("wanted") === "yes",
        consentText: consent,
      }),
  },
  unlink: {
    to: "/myprofile?done=unlinked",
    change: (sent, accounts, accountRequest) =>
      unlinkProvider(accounts, accountRequest, { id: sent.text("id") }),
  },
  keep: {
    to: "/myprofile?done=kept",
    change: (_, accounts, accountRequest) => keepAccount(accounts, accountRequest),
  },
  "sign-out": {
    to: "/login?done=out",
    change: (_, accounts, accountRequest) => signOut(accounts, accountRequest),
  },
};

/** Formats a date and time in the given time zone: "14 November 2026, 18:22". */
function writeMoment(at: string, timeZone: string): string {
  return format(at, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}

/** Formats a date without its time. */
export function writeDate(at: string, timeZone: string): string {
  return format(at, { day: "numeric", month: "long", year: "numeric", timeZone });
}

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? "" : momentFormatter(options).format(moment);
}
