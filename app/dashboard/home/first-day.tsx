import { Link } from "react-router";
import { Empty } from "../parts/empty.tsx";
import { useFrame } from "../shell/frame.ts";

/** What a company does first that has nothing here yet. */
export function FirstDay() {
  const { kinds, person } = useFrame();
  const isAdmin = person.role === "admin";
  return (
    <section className="chart" aria-label="The first day">
      <Empty title="The loom is set up. Lay in the first threads">
        <ol className="steps">
          {isAdmin && (
            <li>
              <Link to="/dashboard/settings">Say who the company is</Link>: name, offices, telephone
            </li>
          )}
          {kinds.slice(0, 1).map(({ name, one, add }) => (
            <li key={name}>
              <Link to={add}>{`Write the first ${one.toLowerCase()}`}</Link> and publish it
            </li>
          ))}
          {isAdmin && (
            <li>
              <Link to="/dashboard/user">Invite the others</Link> who will write here
            </li>
          )}
        </ol>
      </Empty>
    </section>
  );
}
