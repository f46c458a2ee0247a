import { Form, Link } from "react-router";
import { notFound } from "#app/site/parts/not-found.ts";
import { Paar } from "#app/site/parts/paar.tsx";
import { LoginProvider } from "../browser/login-context.tsx";
import { describePlainPage } from "../describe-plain-page.ts";
import { leadOn, privateHeaders } from "../forms/private-page.ts";
import { takeOwnForm } from "../forms/take-form.ts";
import { Notice } from "../notice.tsx";
import { Trouble } from "../trouble.tsx";
import type { Route } from "./+types/profile.ts";
import { AboutYou } from "./about-you.tsx";
import { changes } from "./change-profile.ts";
import { Leaving } from "./leaving.tsx";
import { MyMessages } from "./my-messages.tsx";
import { NewsletterChoice } from "./newsletter-choice.tsx";
import { ProfileHead } from "./profile-head.tsx";
import { readProfile } from "./read-profile.ts";
import { SectionTrouble } from "./section-trouble.tsx";
import { sendChange } from "./send-change.ts";
import { Sessions } from "./sessions.tsx";
import { SigningIn } from "./signing-in.tsx";
import { SyncLogin } from "./sync-login.ts";
import { YourData } from "./your-data.tsx";

/** Signed in. */
export function loader({ url, ...args }: Route.LoaderArgs) {
  return readProfile(args, url);
}

/** Signed in. */
export function action(args: Route.ActionArgs) {
  return takeOwnForm(args, async (sent, accounts, asking) => {
    const wanted = Object.hasOwn(changes, sent.intent) ? changes[sent.intent] : undefined;
    if (!wanted) return notFound();
    const { cookies } = await wanted.change(sent, accounts, asking);
    return leadOn(wanted.to, cookies);
  });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendChange(request, serverAction);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "My profile", "/myprofile");
}

export default function Profile({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <LoginProvider>
      <SyncLogin person={page.person} />
      <Paar name="leaf" />
      <section className="narrow wide account">
        <ProfileHead page={page} />
        {page.notice && <Notice key={page.notice}>{page.notice}</Notice>}
        {page.problem && <Trouble title={page.problem} />}
        {page.deletesOn && <Leaving on={page.deletesOn} />}
        <AboutYou person={page.person} answer={answer} />
        <SigningIn page={page} answer={answer} />
        <Sessions sessions={page.sessions} answer={answer} />
        <MyMessages messages={page.messages} />
        <NewsletterChoice state={page.person.newsletter} answer={answer} />
        <YourData isLeaving={page.deletesOn !== null} />
        <SectionTrouble answer={answer} intents={["sign-out", "keep"]} />
        <Form className="acc leave" method="post">
          <input type="hidden" name="intent" value="sign-out" />
          <button className="btn quiet sm" type="submit">
            Sign out
          </button>
          {page.isStaff && (
            <Link className="go" to="/dashboard" reloadDocument>
              To the dashboard
            </Link>
          )}
        </Form>
      </section>
    </LoginProvider>
  );
}
