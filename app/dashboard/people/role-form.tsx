import { Form } from "react-router";
import type { OtherPerson } from "#app/accounts/staff/read-people.ts";
import { roleLabels, roleMeanings, roles } from "#app/resources/people/labels.ts";
import { FieldGroup } from "#app/ui/field-group.tsx";
import { Moment } from "../parts/moment.tsx";

interface RoleFormProps {
  other: OtherPerson;
  isMe: boolean;
  /** The role that was chosen before the admin had to show who they are. */
  asked: string | null;
  error: string | undefined;
}

/** What somebody may do, and why it can't be changed where it can't. */
export function RoleForm({ other, isMe, asked, error }: RoleFormProps) {
  const reason = whyNot(other, isMe);
  if (reason)
    return (
      <section>
        <h2>Role: {roleLabels[other.role]}</h2>
        <p className="note">{reason}</p>
      </section>
    );
  const wish = roles.find((role) => role === asked);
  return (
    <section>
      <h2>Role</h2>
      <p className="hint">
        {roleLabels[other.role]} since <Moment at={other.roleSince} inSentence />. Changing the role ends
        their sessions.
      </p>
      {wish && wish !== other.role && (
        <p className="note">Your password is confirmed. Press the button to change the role.</p>
      )}
      <Form method="post" className="stack" key={other.role}>
        <input type="hidden" name="intent" value="role" />
        <RoleChoice chosen={wish ?? other.role} error={error} />
        <div>
          <button className="btn" type="submit">
            Change role
          </button>
        </div>
      </Form>
    </section>
  );
}

function whyNot(other: OtherPerson, isMe: boolean): string | null {
  if (other.isLastAdmin) return "This is the last admin. Make somebody else an admin first.";
  return isMe ? "You can’t change your own role. Another admin can." : null;
}

/** Each role with what it opens. */
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
