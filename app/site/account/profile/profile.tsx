import { useEffect, useRef } from "react";
import { data, Form, useSearchParams } from "react-router";
import type { Person } from "#app/accounts/accounts.ts";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import accountSheet from "#app/site/account/account-page.css?url";
import { describeError } from "#app/site/account/browser/account-api.ts";
import { LoginProvider, login } from "#app/site/account/browser/browser-login.tsx";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { privateHeaders, redirectOn, takeForm } from "#app/site/account/forms/account-route.ts";
import { Address, Notice, Trouble } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { ClothPicture, Paar } from "#app/site/parts/pictures/cloth.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { linkSheets } from "#app/site/seo/head.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/profile.ts";
import { ProfileRow, RowForm, SectionTrouble } from "./profile-layout.tsx";
import { changes, type ProfilePage, readProfile } from "./profile-page.ts";

export const links = linkSheets(accountSheet);

export function loader({ url, ...args }: Route.LoaderArgs) {
  return readProfile(args, url);
}

export function action(args: Route.ActionArgs) {
  return takeForm(args, async (sent, accounts, accountRequest) => {
    const wanted = Object.hasOwn(changes, sent.intent) ? changes[sent.intent] : undefined;
    if (!wanted) return notFound();
    const { cookies } = await wanted.change(sent, accounts, accountRequest);
    return redirectOn(wanted.to, cookies);
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
        <Form className="account-section leave" method="post">
          <input type="hidden" name="intent" value="sign-out" />
          <button className="btn quiet compact" type="submit">
            Sign out
          </button>
          {page.isStaff && (
            <PageLink className="go" to="/dashboard" reloadDocument>
              To the dashboard
            </PageLink>
          )}
        </Form>
      </section>
    </LoginProvider>
  );
}

/** Tells the page's login what has changed about the person here, such as the name in the menu. */
function SyncLogin({ person: { name, email, image } }: { person: Person }) {
  useEffect(() => {
    const { user, loading } = login.state();
    const isKnown = user?.name === name && user.email === email && user.image === image;
    if (!loading && !isKnown) void login.report();
  }, [name, email, image]);
  return null;
}

/** What `/myprofile` sends where scripts run; signing out by the login context, so that every screen and tab follows. */
async function sendChange<Answer>(request: Request, serverAction: () => Promise<Answer>) {
  const sent = await request.clone().formData();
  if (sent.get("intent") !== "sign-out") return keepTypedForm({ request, serverAction });
  try {
    await login.signOut();
    return await leavePage("/login?done=out");
  } catch (error) {
    return data<FormAnswer>(
      { ...describeError(error), typed: { intent: "sign-out" }, isConsentTicked: false },
      422,
    );
  }
}

/**
 * To a fresh document in the place of this one, as the guard of private pages leaves as well: whichever is first, the other
 * leads to the same. A change of page within the document, meeting the guard's, would leave a Back that goes nowhere, so the
 * router waits until the document is gone.
 */
function leavePage(path: string): Promise<never> {
  location.replace(path);
  return new Promise(() => {});
}

interface AboutYouProps {
  person: Person;
  answer: FormAnswer | undefined;
}

function AboutYou({ person, answer }: AboutYouProps) {
  const { name, phone } = person;
  return (
    <section className="account-section" aria-labelledby="about-you">
      <h2 id="about-you">About you</h2>
      <AccountForm intent="save" answer={answer} submit="Save" pending="Saving…" values={{ name, phone }}>
        <AccountField label="Name" name="name" autoComplete="name" />
        <AccountField label="Phone" name="phone" type="tel" autoComplete="tel" isOptional />
      </AccountForm>
    </section>
  );
}

/** An account that is about to be deleted, and the way to keep it; read aloud when it was asked for just now. */
function Leaving({ on }: { on: string }) {
  const [search] = useSearchParams();
  const isNew = search.get("done") === "deleting";
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  return (
    <div className="leaving" role="status" tabIndex={-1} ref={box}>
      <p>
        Your account will be deleted on <strong>{on}</strong>, with everything that belongs to it. Until then
        you can change your mind here.
      </p>
      <AccountForm intent="keep" answer={undefined} submit="Keep my account" look="btn compact" isInline />
    </div>
  );
}

/** Data export and deleting the account. */
function YourData({ isLeaving }: { isLeaving: boolean }) {
  return (
    <section className="account-section" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>Take it with you, or leave. Deleting waits 14 days, so you can change your mind.</p>
      <div className="ways">
        <FreshLink className="btn quiet compact" href="/myprofile/export">
          <Icon name="download" /> Export as JSON
        </FreshLink>
        {!isLeaving && (
          <PageLink className="btn quiet compact danger" to="/myprofile/delete">
            Delete my account
          </PageLink>
        )}
      </div>
    </section>
  );
}

/** The person: photo or cloth, name, address. */
function ProfileHead({ page: { person, since } }: { page: ProfilePage }) {
  return (
    <div className="owner">
      <div className="portrait">
        {person.image ? (
          <img src={person.image} alt="" width={96} height={96} />
        ) : (
          <ClothPicture seed={person.id} tone="blue" layout="phul" width={192} height={192} eager />
        )}
      </div>
      <div>
        <h1 lang={langAttribute(person.name)}>{person.name}</h1>
        <p>
          <Address email={person.email} />, <span className="since">member since {since}</span>
        </p>
        <p>
          <PageLink to="/myprofile/photo">{person.image ? "Change the photo" : "Add a photo"}</PageLink>
        </p>
      </div>
    </div>
  );
}

/** What the person has written to the company from the account's address. */
function MyMessages({ messages }: Pick<ProfilePage, "messages">) {
  return (
    <section className="account-section" aria-labelledby="messages">
      <h2 id="messages">My messages</h2>
      {messages.length === 0 ? (
        <p>
          You haven’t written to us from this address yet.{" "}
          <PageLink to="/contact">Send us a message</PageLink>, and you will find it here.
        </p>
      ) : (
        <ul className="account-rows">
          {messages.map(({ reference, summary, at, status, kind }) => (
            <ProfileRow
              key={reference}
              title={
                <>
                  <span className="num">{reference}</span>{" "}
                  <span lang={langAttribute(summary)}>{summary}</span>
                </>
              }
              text={`${kind === "call" ? "Call asked for on" : "Sent on"} ${at}, ${status}`}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface NewsletterChoiceProps {
  state: Person["newsletter"];
  answer: FormAnswer | undefined;
}

const texts = {
  none: "Not subscribed",
  pending: "Pending: open the link in the e-mail we sent you.",
  confirmed: "Subscribed",
};

function NewsletterChoice({ state, answer }: NewsletterChoiceProps) {
  const consent = useShellData()?.newsletterConsent;
  const isWanted = state !== "none";
  return (
    <section className="account-section" aria-labelledby="newsletter">
      <h2 id="newsletter">Newsletter</h2>
      <SectionTrouble answer={answer} intents={["newsletter"]} />
      <ul className="account-rows">
        <ProfileRow title={texts[state]} text={isWanted ? undefined : consent}>
          <RowForm
            intent="newsletter"
            label={isWanted ? "Unsubscribe" : "Subscribe"}
            about="(newsletter)"
            values={{ wanted: isWanted ? "no" : "yes" }}
          />
        </ProfileRow>
      </ul>
    </section>
  );
}

interface SessionsProps {
  sessions: ProfilePage["sessions"];
  answer: FormAnswer | undefined;
}

/** Where the person is signed in, and the end of it. */
function Sessions({ sessions, answer }: SessionsProps) {
  return (
    <section className="account-section" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <SectionTrouble answer={answer} intents={["end-session", "end-others"]} />
      <ul className="account-rows">
        {sessions.map((session) => (
          <ProfileRow
            key={session.id}
            title={session.network ? `${session.browser}, ${session.network}` : session.browser}
            text={session.current ? "This device" : `Last seen ${session.lastSeenAt}`}
          >
            {!session.current && (
              <RowForm
                intent="end-session"
                label="End"
                about={`the session of ${session.browser}`}
                values={{ id: session.id }}
              />
            )}
          </ProfileRow>
        ))}
      </ul>
      {sessions.length > 1 && (
        <AccountForm
          intent="end-others"
          answer={undefined}
          submit="End all others"
          look="btn quiet compact"
          isInline
        />
      )}
    </section>
  );
}

interface SigningInProps {
  page: ProfilePage;
  answer: FormAnswer | undefined;
}

/** Every way into the account, and what guards it. */
function SigningIn({ page, answer }: SigningInProps) {
  const { person, passkeys } = page;
  return (
    <section className="account-section" aria-labelledby="signing-in">
      <h2 id="signing-in">Signing in</h2>
      <SectionTrouble answer={answer} intents={["unlink"]} />
      <ul className="account-rows">
        <ProfileRow title="E-mail" text={<Address email={person.email} />}>
          <PageLink to="/myprofile/email">
            Change<span className="visually-hidden"> the e-mail address</span>
          </PageLink>
        </ProfileRow>
        <ProfileRow title="Password" text={person.hasPassword ? "Set" : "None. You sign in another way."}>
          <PageLink to="/myprofile/password">
            {person.hasPassword ? "Change" : "Choose one"}
            <span className="visually-hidden">: password</span>
          </PageLink>
        </ProfileRow>
        {passkeys !== null && (
          <ProfileRow title="Passkeys" text={countPasskeys(passkeys)}>
            <PageLink to="/myprofile/passkeys">
              {passkeys > 0 ? "Manage" : "Add"}
              <span className="visually-hidden"> passkeys</span>
            </PageLink>
          </ProfileRow>
        )}
        <ProfileRow
          title="Two-factor authentication"
          text={
            person.hasSecondStep
              ? "On. Signing in asks for a code from your authenticator app."
              : "Off. Add a code from an authenticator app for more security."
          }
        >
          <PageLink to="/myprofile/two-step">
            {person.hasSecondStep ? "Manage" : "Turn on"}
            <span className="visually-hidden"> two-factor authentication</span>
          </PageLink>
        </ProfileRow>
        {page.hasGoogle && <Google linked={page.linked} />}
      </ul>
    </section>
  );
}

function countPasskeys(count: number): string {
  if (count === 0) return "None. Sign in with your fingerprint, face or screen lock.";
  return count === 1 ? "One" : `${count}`;
}

function Google({ linked }: Pick<ProfilePage, "linked">) {
  const [account] = linked;
  if (!account)
    return (
      <ProfileRow title="Google" text="Not linked">
        <FreshLink href="/auth/start?mode=link">
          Link<span className="visually-hidden"> your Google account</span>
        </FreshLink>
      </ProfileRow>
    );
  return (
    <ProfileRow title="Google" text={`${account.email}, since ${account.since}`}>
      <RowForm intent="unlink" label="Unlink" about="the Google account" values={{ id: account.id }} />
    </ProfileRow>
  );
}
