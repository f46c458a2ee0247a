import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import type { Reading } from "./read-machine-room.ts";

/** How the machine behind the site does; a sign, a word, and never colour alone. */
export function MachineRoom({ readings }: { readings: readonly Reading[] }) {
  return (
    <section>
      <h2>System status</h2>
      <ul className="lines">
        {readings.map(({ name, isWell, at, figure, path }) => (
          <li key={name}>
            <div>
              <span className={isWell ? "well" : "unwell"}>
                {path ? <Link to={path}>{name}</Link> : name}
              </span>
              <span className="r num">{at === null ? figure : <Moment at={at} />}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
