import { Link } from "react-router";
import { Empty } from "../parts/empty.tsx";
import { useFrame } from "../shell/frame.ts";

/** What a company does first that has nothing here yet. */
export function FirstDay() {
  const { kinds, person } = useFrame();
  const isAdmin = person.role === "admin";
  return (
    <section className="chart" aria-label="First steps">
      <Empty title="Welcome. Here is how to start">
        <ol className="steps">
          {isAdmin && (
            <li>
              <Link to="/dashboard/settings">Add your company details</Link>: name, offices, phone
            </li>
          )}
          {kinds.slice(0, 1).map(({ name, one, add }) => (
            <li key={name}>
              <Link to={add}>{`Write the first ${one.toLowerCase()}`}</Link> and publish it
            </li>
          ))}
          {isAdmin && (
            <li>
              <Link to="/dashboard/user">Invite your colleagues</Link>
            </li>
          )}
        </ol>
      </Empty>
    </section>
  );
}
