import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest, Signed } from "#app/accounts/accounts.ts";
import { listPasskeys } from "#app/accounts/passkeys/passkey-settings.ts";
import { listMyMessages } from "#app/accounts/profile/profile.ts";
import { enabledSignInKinds } from "#app/accounts/project.ts";
import { linkedProviders } from "#app/accounts/providers/linked-providers.ts";
import { listSessions } from "#app/accounts/sessions/own-sessions.ts";
import { readSettings } from "#app/company/settings.ts";
import { signedOf } from "#app/pages/guard.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { accountRequestOf, type RouteArgs } from "#app/site/account/forms/asking.ts";
import { privatePage, redirectOn } from "#app/site/account/forms/private-page.ts";
import { describeAccountProblem } from "#app/site/account/problems.ts";
import { writeDate, writeMoment } from "./moments.ts";

/** Everything `/myprofile` shows, with moments in words. */
export async function readProfile(args: RouteArgs, url: URL) {
  const signed = signedOf(args.context);
  if (url.searchParams.get("from") === "sign-in")
    throw redirectOn(signed.person.role === "member" ? "/myprofile" : "/dashboard/home");
  const { accounts, asking } = accountRequestOf(args);
  const { company } = await readSettings(args.context.get(pageContext).db);
  const zone = company.timeZone;
  const problem = url.searchParams.get("problem");
  return privatePage(args, {
    ...presentPerson(signed, zone),
    ...(await readWaysIn(accounts, asking, zone)),
    sessions: (await listSessions(accounts, asking)).map((session) => ({
      ...session,
      lastSeenAt: writeMoment(session.lastSeenAt, zone),
    })),
    messages: (await listMyMessages(accounts, asking)).map((message) => ({
      ...message,
      at: writeDate(message.at, zone),
    })),
    notice: noticeFor(url.searchParams.get("done")),
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

async function readWaysIn(accounts: AccountContext, asking: AccountRequest, zone: string) {
  const kinds = enabledSignInKinds(accounts);
  const linked = await linkedProviders(accounts, asking);
  return {
    hasGoogle: kinds.includes("google") || linked.length > 0,
    linked: linked.map((one) => ({ ...one, since: writeDate(one.since, zone) })),
    passkeys: kinds.includes("passkey") ? (await listPasskeys(accounts, asking)).length : null,
  };
}

export type ProfilePage = Awaited<ReturnType<typeof readProfile>>["data"];

const notices = {
  saved: "Your name and phone number are saved.",
  photo: "Your photo is saved.",
  "no-photo": "Your photo was removed.",
  password: "Your password was changed. All other sessions were ended.",
  email: "We have sent a mail to both addresses. The new one counts when you have opened the link in each.",
  ended: "That session was ended.",
  "ended-others": "Every other session was ended.",
  newsletter: "Your choice about the newsletter is saved.",
  unlinked: "Your Google account is no longer linked.",
  kept: "Your account will not be deleted.",
  "second-step-on": "Two-factor authentication is on.",
  "second-step-off": "Two-factor authentication is off.",
  confirmed: "Confirmed. You can close this window and go on in the other one.",
  export: "Confirmed. You can download your data now.",
} as const;

/** What has just been done on the profile, by its name in the address. */
function noticeFor(done: string | null): string | null {
  return done !== null && Object.hasOwn(notices, done) ? notices[done as keyof typeof notices] : null; // just looked
}
