import { Form, Link } from "react-router";
import { saveProfile } from "#app/domain/accounts/profile/profile.ts";
import { endOtherSessions, endSession, listSessions } from "#app/domain/accounts/sessions/own-sessions.ts";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { errorIn } from "../parts/action-result.ts";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { requireScreen, staffRequestOf } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/own-profile.ts";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const { name, email, phone, role, hasPassword, hasSecondStep } = staff.person;
  return {
    person: { name, email, phone, role, hasPassword, hasSecondStep },
    sessions: await listSessions(staff.accounts, staffRequestOf(staff)),
    kept: await takeTypedForm(staff, args.request),
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    save: async (sent, staff) => {
      const changed = { name: sent.text("name"), phone: sent.text("phone") };
      await saveProfile(staff.accounts, staffRequestOf(staff), changed);
      return { done: "Profile saved." };
    },
    "end-session": async (sent, staff) => {
      await endSession(staff.accounts, staffRequestOf(staff), { id: sent.text("session") });
      return { done: "Session ended." };
    },
    "end-sessions": async (_, staff) => {
      await endOtherSessions(staff.accounts, staffRequestOf(staff));
      return { done: "All other sessions ended." };
    },
  });
}

/** Profile of the current user. */
export default function Profile({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen title="Your profile" answer={actionData}>
      <div className="pad two">
        <div className="stack wide-gap">
          <About page={page} answer={actionData} />
          <Sessions sessions={page.sessions} />
        </div>
        <div className="stack wide-gap">
          <SignIn person={page.person} />
          <Account />
        </div>
      </div>
    </Screen>
  );
}

type Page = Route.ComponentProps["loaderData"];

function About({ page: { person, kept }, answer }: { page: Page; answer: unknown }) {
  const refused = errorIn(answer);
  const typed = refused?.typed ?? kept ?? {};
  const errors = refused?.refusal.fields ?? {};
  return (
    <section>
      <h2>About you</h2>
      <Form method="post" className="form" noValidate>
        <input type="hidden" name="intent" value="save" />
        <LabelledField label="Name" name="name" error={errors.name}>
          {(control) => (
            <input
              className="input"
              {...control}
              defaultValue={typed.name ?? person.name}
              autoComplete="name"
              dir="auto"
            />
          )}
        </LabelledField>
        <LabelledField label="Phone" name="phone" error={errors.phone} isOptional>
          {(control) => (
            <input
              className="input"
              type="tel"
              {...control}
              defaultValue={typed.phone ?? person.phone}
              autoComplete="tel"
              dir="ltr"
            />
          )}
        </LabelledField>
        <div className="row full-row">
          <button className="btn" type="submit">
            Save
          </button>
        </div>
      </Form>
    </section>
  );
}

function Sessions({ sessions }: Pick<Page, "sessions">) {
  return (
    <section>
      <h2>Sessions</h2>
      <ul className="lines">
        {sessions.map(({ id, current, browser, network, lastSeenAt }) => (
          <li key={id}>
            <div>
              <b>{browser}</b>
              <span className="trailing">
                {current ? (
                  "This session"
                ) : (
                  <ActionButton
                    intent="end-session"
                    values={{ session: id }}
                    about={browser}
                    className="btn quiet compact"
                  >
                    End
                  </ActionButton>
                )}
              </span>
              <small>
                {network && `${network}, `}
                last used <Moment at={lastSeenAt} inSentence />
              </small>
            </div>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <ActionButton intent="end-sessions">End all other sessions</ActionButton>}
    </section>
  );
}

function SignIn({ person }: Pick<Page, "person">) {
  return (
    <section>
      <h2>Sign-in</h2>
      <ul className="lines">
        <PageRow to="/myprofile/email" name="E-mail" state={person.email} />
        <PageRow to="/myprofile/password" name="Password" state={person.hasPassword ? "Set" : "Not set"} />
        <PageRow
          to="/myprofile/two-step"
          name="Two-factor authentication"
          state={person.hasSecondStep ? "On" : "Off"}
        />
        <PageRow to="/myprofile/passkeys" name="Passkeys" state="Sign in without a password" />
      </ul>
    </section>
  );
}

function Account() {
  return (
    <section>
      <h2>Account</h2>
      <ul className="lines">
        <PageRow to="/myprofile/photo" name="Photo" state="Shown to staff" />
        <PageRow to="/myprofile" name="Account page" state="Newsletter, your data, delete account" />
      </ul>
    </section>
  );
}

/** Link to an account page of the public site, a separate document. */
function PageRow({ to, name, state }: { to: string; name: string; state: string }) {
  return (
    <li>
      <Link to={to} reloadDocument>
        <b>{name}</b>
        <small>{state}</small>
      </Link>
    </li>
  );
}
