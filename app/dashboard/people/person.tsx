import type { Role } from "#app/domain/accounts/accounts.ts";
import {
  banPerson,
  changeRoleOf,
  endSessionOf,
  endSessionsOf,
  turnOffTwoFactorOf,
  unbanPerson,
} from "#app/domain/accounts/staff/change-others.ts";
import { type OtherPerson, readOther } from "#app/domain/accounts/staff/read-people.ts";
import { listAuditRowsAround } from "#app/domain/audit/audit.ts";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { describeActions } from "#app/ops/resources/audit/describe-actions.ts";
import { personBadge, roleNouns } from "#app/ops/resources/people/labels.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { type ActionOk, errorIn } from "../parts/action-result.ts";
import { StatusBadge } from "../parts/badge.tsx";
import { type FormInput, handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { orNotFound, requireScreen, type Staff, staffRequestOf } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { ActionRows } from "../resources/action-rows.tsx";
import type { Route } from "./+types/person.ts";
import { RoleForm } from "./role-form.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const { db, actionContext, person } = staff;
  const other = await orNotFound(() => readOther(db, params.id, actionContext.now));
  const actions = await describeActions(db, await listAuditRowsAround(db, params.id, 12), "admin");
  return {
    other,
    actions,
    isMe: person.id === params.id,
    requestedRole: (await takeTypedForm(staff, args.request))?.role ?? null,
  };
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction(args, personActions(params.id));
}

export default function Person({ loaderData: page, actionData }: Route.ComponentProps) {
  const { other, isMe } = page;
  return (
    <Screen
      title={other.name || other.email}
      crumbs={[{ name: "People", path: "/dashboard/user" }]}
      answer={actionData}
    >
      <div className="pad two">
        <div className="stack wide-gap">
          <RoleForm
            other={other}
            isMe={isMe}
            requestedRole={page.requestedRole}
            error={errorIn(actionData)?.refusal.fields.role}
          />
          <Sessions other={other} />
          <section>
            <h2>Activity</h2>
            <ActionRows actions={page.actions} />
            <a className="plain" href={`/dashboard/audit?who=${other.id}`}>
              Show all activity
            </a>
          </section>
        </div>
        <div className="stack wide-gap">
          <PersonFacts other={other} />
          <Access other={other} isMe={isMe} />
        </div>
      </div>
    </Screen>
  );
}

/** Active sessions of a person. */
function Sessions({ other: { sessions } }: { other: OtherPerson }) {
  return (
    <section>
      <h2>Sessions</h2>
      {sessions.length === 0 && <p className="hint">Not signed in.</p>}
      <ul className="lines">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{session.browser}</b>
              <span className="trailing">
                <ActionButton
                  intent="end-session"
                  values={{ session: session.id }}
                  about={session.browser}
                  className="btn quiet compact"
                >
                  End
                </ActionButton>
              </span>
              <small>
                {session.network && `${session.network}, `}
                last used <Moment at={session.lastSeenAt} inSentence />, started{" "}
                <Moment at={session.createdAt} inSentence />
              </small>
            </div>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <ActionButton intent="end-sessions">End all sessions</ActionButton>}
    </section>
  );
}

/** Account data and sign-in methods of a person. */
function PersonFacts({ other }: { other: OtherPerson }) {
  const badge = personBadge(other);
  return (
    <section>
      <h2>Account</h2>
      <dl className="facts">
        <Fact name="E-mail">
          <a href={`mailto:${other.email}`}>{other.email}</a>
        </Fact>
        {other.phone && <Fact name="Phone">{other.phone}</Fact>}
        {badge && (
          <Fact name="Status">
            <StatusBadge {...badge} />
            {other.deletesAt && (
              <>
                {" "}
                to be deleted <Moment at={other.deletesAt} inSentence />
              </>
            )}
          </Fact>
        )}
        <Fact name="Joined">
          <Moment at={other.createdAt} />
        </Fact>
        <Fact name="Last seen">{other.lastSeenAt ? <Moment at={other.lastSeenAt} /> : "Never"}</Fact>
        <Fact name="Password">{other.waysIn.includes("password") ? "Set" : "None"}</Fact>
        <Fact name="Google">{other.google ?? "Not linked"}</Fact>
        <Fact name="Passkeys">{other.passkeys === 0 ? "None" : String(other.passkeys)}</Fact>
        <Fact name="Two-factor authentication">{other.hasSecondStep ? "On" : "Off"}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Actions for one person, by intent. */
function personActions(id: string) {
  return {
    role: (sent: FormInput, staff: Staff) => changeRole(id, sent, staff),
    ban: async (_: FormInput, staff: Staff) => {
      await banPerson(staff.accounts, staffRequestOf(staff), { id });
      const done = "Banned. They are signed out everywhere and can’t sign in.";
      return { done, undo: { intent: "unban", values: {} } };
    },
    unban: async (_: FormInput, staff: Staff) => {
      await unbanPerson(staff.accounts, staffRequestOf(staff), { id });
      return { done: "Unbanned. They can sign in again.", undo: { intent: "ban", values: {} } };
    },
    "drop-step": async (_: FormInput, staff: Staff) => {
      await turnOffTwoFactorOf(staff.accounts, staffRequestOf(staff), { id });
      return {
        done: "Two-factor authentication is off and all their sessions ended. They sign in with their password alone.",
      };
    },
    "end-session": async (sent: FormInput, staff: Staff) => {
      await endSessionOf(staff.accounts, staffRequestOf(staff), { id, session: sent.text("session") });
      return { done: "Session ended." };
    },
    "end-sessions": async (_: FormInput, staff: Staff) => {
      await endSessionsOf(staff.accounts, staffRequestOf(staff), { id });
      return { done: "They are signed out everywhere." };
    },
  };
}

async function changeRole(id: string, sent: FormInput, staff: Staff): Promise<ActionOk> {
  const { role: before, name } = await readOther(staff.db, id, staff.actionContext.now);
  const role = sent.text("role");
  await changeRoleOf(staff.accounts, staffRequestOf(staff), { id, role: role as Role }); // validated by `changeRoleOf`
  return {
    done: `${name} is now ${roleNouns[role as Role]}, and has to sign in again.`,
    undo: { intent: "role", values: { role: before } },
  };
}

/** Form that bans a person or lifts the ban. */
function Access({ other, isMe }: { other: OtherPerson; isMe: boolean }) {
  if (isMe)
    return (
      <section>
        <h2>Access</h2>
        <p className="note">
          This is you. Change your password, passkeys and two-factor authentication on{" "}
          <a href="/dashboard/profile">your profile</a>.
        </p>
      </section>
    );
  return (
    <section className="stack">
      <h2>Access</h2>
      <Ban other={other} />
      {other.hasSecondStep && (
        <div>
          <ActionButton intent="drop-step">Turn off two-factor authentication</ActionButton>
          <p className="hint">
            For somebody who has lost their app and their recovery codes. Check who they are first.
          </p>
        </div>
      )}
    </section>
  );
}

function Ban({ other }: { other: OtherPerson }) {
  if (other.isBanned)
    return (
      <div>
        <ActionButton intent="unban">Unban</ActionButton>
        <p className="hint">They are signed out everywhere and can’t sign in.</p>
      </div>
    );
  if (other.isLastAdmin) return <p className="note">The last admin can’t be banned.</p>;
  return (
    <div>
      <ActionButton intent="ban" className="btn quiet bad">
        Ban
      </ActionButton>
      <p className="hint">Signs them out everywhere and stops them from signing in until you unban them.</p>
    </div>
  );
}
