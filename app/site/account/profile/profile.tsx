import type { Person } from "#app/domain/accounts/accounts.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import accountSheet from "#app/site/account/account-page.css?url";
import { AccountField, AccountForm } from "#app/site/account/forms/account-form.tsx";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { privateHeaders, redirectOn, takeForm } from "#app/site/account/forms/account-route.ts";
import { Address, Notice, Trouble } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { ClothPicture, PageBorder } from "#app/site/parts/pictures/cloth.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { notFound } from "#app/site/parts/url-params.ts";
import { linkSheets } from "#app/site/seo/head.ts";
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

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "My profile", "/myprofile");
}

export default function Profile({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <>
      <PageBorder name="leaf" />
      <section className="narrow wide account">
        <ProfileHead page={page} />
        {page.notice && !answer && <Notice>{page.notice}</Notice>}
        {page.problem && !answer && <Trouble title={page.problem} />}
        {page.deletesOn && <Leaving on={page.deletesOn} isNew={page.isNewlyLeaving} />}
        <AboutYou person={page.person} answer={answer} />
        <SigningIn page={page} answer={answer} />
        <Sessions sessions={page.sessions} answer={answer} />
        <MyMessages messages={page.messages} />
        <NewsletterChoice state={page.person.newsletter} answer={answer} />
        <YourData isLeaving={page.deletesOn !== null} />
        <SectionTrouble answer={answer} intents={["sign-out", "keep"]} />
        <form className="account-section leave" method="post" data-session="ends">
          <input type="hidden" name="intent" value="sign-out" />
          <button className="btn quiet compact" type="submit">
            Sign out
          </button>
          {page.isStaff && (
            <a className="go" href="/dashboard">
              To the dashboard
            </a>
          )}
        </form>
      </section>
    </>
  );
}

interface AboutYouProps {
  person: Person;
  answer: FormAnswer | undefined;
}

function AboutYou({ person, answer }: AboutYouProps) {
  const { id, name, phone } = person;
  return (
    <section className="account-section" aria-labelledby="about-you">
      <h2 id="about-you">About you</h2>
      <AccountForm
        intent="save"
        answer={answer}
        submit="Save"
        pending="Saving…"
        values={{ name, phone }}
        draft={`profile-${id}`}
      >
        <AccountField label="Name" name="name" autoComplete="name" />
        <AccountField label="Phone" name="phone" type="tel" autoComplete="tel" isOptional />
      </AccountForm>
    </section>
  );
}

/** Shows the date of deletion and a button to keep the account; focused after a new request. */
function Leaving({ on, isNew }: { on: string; isNew: boolean }) {
  return (
    <div
      className="leaving"
      role="status"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: screen readers start with the notice
      autoFocus={isNew}
      data-arrival-focus={isNew ? "" : undefined}
    >
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
        <a className="btn quiet compact" href="/myprofile/export" data-fresh="">
          <Icon name="download" /> Export as JSON
        </a>
        {!isLeaving && (
          <a className="btn quiet compact danger" href="/myprofile/delete">
            Delete my account
          </a>
        )}
      </div>
    </section>
  );
}

/** Photo or generated cover, name and address of the user. */
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
          <a href="/myprofile/photo">{person.image ? "Change the photo" : "Add a photo"}</a>
        </p>
      </div>
    </div>
  );
}

/** Messages sent to the company from the account's address. */
function MyMessages({ messages }: Pick<ProfilePage, "messages">) {
  return (
    <section className="account-section" aria-labelledby="messages">
      <h2 id="messages">My messages</h2>
      {messages.length === 0 ? (
        <p>
          You haven’t written to us from this address yet. <a href="/contact">Send us a message</a>, and you
          will find it here.
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

/** Active sessions, with buttons to end them. */
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

/** Sign-in methods of the account. */
function SigningIn({ page, answer }: SigningInProps) {
  const { person, passkeys } = page;
  return (
    <section className="account-section" aria-labelledby="signing-in">
      <h2 id="signing-in">Signing in</h2>
      <SectionTrouble answer={answer} intents={["unlink"]} />
      <ul className="account-rows">
        <ProfileRow title="E-mail" text={<Address email={person.email} />}>
          <a href="/myprofile/email">
            Change<span className="visually-hidden"> the e-mail address</span>
          </a>
        </ProfileRow>
        <ProfileRow title="Password" text={person.hasPassword ? "Set" : "None. You sign in another way."}>
          <a href="/myprofile/password">
            {person.hasPassword ? "Change" : "Choose one"}
            <span className="visually-hidden">: password</span>
          </a>
        </ProfileRow>
        {passkeys !== null && (
          <ProfileRow title="Passkeys" text={countPasskeys(passkeys)}>
            <a href="/myprofile/passkeys">
              {passkeys > 0 ? "Manage" : "Add"}
              <span className="visually-hidden"> passkeys</span>
            </a>
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
          <a href="/myprofile/two-step">
            {person.hasSecondStep ? "Manage" : "Turn on"}
            <span className="visually-hidden"> two-factor authentication</span>
          </a>
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
        <a href="/auth/start?mode=link" data-fresh="">
          Link<span className="visually-hidden"> your Google account</span>
        </a>
      </ProfileRow>
    );
  return (
    <ProfileRow title="Google" text={`${account.email}, since ${account.since}`}>
      <RowForm intent="unlink" label="Unlink" about="the Google account" values={{ id: account.id }} />
    </ProfileRow>
  );
}
