import { Link } from "react-router";
import type { ListedPerson } from "#app/accounts/staff/list-people.ts";
import { Moment } from "../parts/moment.tsx";
import { roleWords, wayWords } from "./labels.ts";

/** Everybody of one page, a row each. */
export function PeopleTable({ people }: { people: readonly ListedPerson[] }) {
  if (people.length === 0) return null;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col" className="optional">
            Sign-in methods
          </th>
          <th scope="col" className="optional">
            Joined
          </th>
          <th scope="col">Last seen</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Row key={person.id} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ person }: { person: ListedPerson }) {
  const { id, name, email, role, waysIn, hasSecondStep, createdAt, lastSeenAt } = person;
  const ways = [...waysIn.map((way) => wayWords[way]), ...(hasSecondStep ? ["two-factor"] : [])];
  return (
    <tr>
      <td className="main">
        <Link to={`/dashboard/user/${id}`} dir="auto">
          {name || email}
        </Link>
        <small className="wrap">{email}</small>
      </td>
      <td className="nowrap">
        {roleWords[role]} <PersonStatus person={person} />
      </td>
      <td className="optional">{ways.join(", ") || "None yet"}</td>
      <td className="optional nowrap">
        <Moment at={createdAt} />
      </td>
      <td className="nowrap">{lastSeenAt ? <Moment at={lastSeenAt} /> : "Never"}</td>
    </tr>
  );
}

/** What is out of the ordinary about an account. */
export function PersonStatus({ person }: { person: Pick<ListedPerson, "isBanned" | "deletesAt"> }) {
  if (person.isBanned) return <span className="badge wrong">Banned</span>;
  return person.deletesAt ? <span className="badge slow">Deletion pending</span> : null;
}
