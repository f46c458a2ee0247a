import { Link } from "react-router";
import type { WaitingInvitation } from "#app/accounts/staff/list-invitations.ts";
import { ActHead } from "../parts/act-head.tsx";
import { DeedButton } from "../parts/deed-button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Moment } from "../parts/moment.tsx";
import { roleWords } from "./words.ts";

/** Who was asked to join and has not yet. */
export function InvitationTable({ invitations }: { invitations: readonly WaitingInvitation[] }) {
  if (invitations.length === 0)
    return (
      <Empty title="No open invitations">
        <p>An invitation is a link by e-mail, valid for 7 days and for one use.</p>
        <Link className="plain" to="/dashboard/user/invite">
          Invite a person
        </Link>
      </Empty>
    );
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col" className="opt">
            Invited by
          </th>
          <th scope="col">Link</th>
          <ActHead />
        </tr>
      </thead>
      <tbody>
        {invitations.map((one) => (
          <Row key={one.id} invitation={one} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  invitation: { id, name, email, role, invitedBy, sentAt, expiresAt, isExpired },
}: {
  invitation: WaitingInvitation;
}) {
  return (
    <tr>
      <td className="main">
        <b dir="auto">{name}</b>
        <small className="wrap">{email}</small>
      </td>
      <td>{roleWords[role]}</td>
      <td className="opt" dir="auto">
        {invitedBy}
      </td>
      <td>
        Created <Moment at={sentAt} />
        <small className={isExpired ? "wrong" : ""}>
          {isExpired ? "Expired " : "Valid until "}
          <Moment at={expiresAt} />
        </small>
      </td>
      <td className="act">
        <DeedButton intent="resend" values={{ id, email }} about={name} className="btn q sm">
          Send again
        </DeedButton>{" "}
        <DeedButton intent="revoke" values={{ id }} about={name} className="btn q sm bad">
          Revoke
        </DeedButton>
      </td>
    </tr>
  );
}
