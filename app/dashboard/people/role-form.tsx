import { Form } from "react-router";
import type { OtherPerson } from "#app/domain/accounts/staff/read-people.ts";
import { FieldGroup } from "#app/lib/ui/field-group.tsx";
import { roleLabels, roleMeanings, roles } from "#app/ops/resources/people/labels.ts";
import { Moment } from "../parts/moment.tsx";

interface RoleFormProps {
  other: OtherPerson;
  isMe: boolean;
  /** Role chosen before the admin had to confirm their password. */
  requestedRole: string | null;
  error: string | undefined;
}

/** Role of a person, or the reason why it cannot be changed. */
export function RoleForm({ other, isMe, requestedRole, error }: RoleFormProps) {
  const reason = reasonAgainst(other, isMe);
  if (reason)
    return (
      <section>
        <h2>Role: {roleLabels[other.role]}</h2>
        <p className="note">{reason}</p>
      </section>
    );
  const requested = roles.find((role) => role === requestedRole);
  return (
    <section>
      <h2>Role</h2>
      <p className="hint">
        {roleLabels[other.role]} since <Moment at={other.roleSince} inSentence />. Changing the role ends
        their sessions.
      </p>
      {requested && requested !== other.role && (
        <p className="note">Your password is confirmed. Press the button to change the role.</p>
      )}
      <Form method="post" className="stack" key={other.role}>
        <input type="hidden" name="intent" value="role" />
        <RoleChoice chosen={requested ?? other.role} error={error} />
        <div>
          <button className="btn" type="submit">
            Change role
          </button>
        </div>
      </Form>
    </section>
  );
}

function reasonAgainst(other: OtherPerson, isMe: boolean): string | null {
  if (other.isLastAdmin) return "This is the last admin. Make somebody else an admin first.";
  return isMe ? "You can’t change your own role. Another admin can." : null;
}

/** Roles with the permissions of each. */
export function RoleChoice({ chosen, error }: { chosen: string; error?: string | undefined }) {
  return (
    <FieldGroup
      id="f-role"
      className="choice"
      label={<span className="visually-hidden">Role</span>}
      error={error}
      isRadioGroup
    >
      {roles.map((role) => (
        <label key={role} className="check">
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            <b>{roleLabels[role]}</b> <small>{roleMeanings[role]}</small>
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}
