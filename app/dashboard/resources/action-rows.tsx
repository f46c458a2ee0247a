import { Link } from "react-router";
import type { DescribedAction } from "#app/ops/resources/audit/describe-actions.ts";
import { Moment } from "../parts/moment.tsx";

/** Recorded actions, one row each, newest first. */
export function ActionRows({ actions }: { actions: readonly DescribedAction[] }) {
  if (actions.length === 0) return <p className="hint">No activity yet.</p>;
  return (
    <ul className="lines">
      {actions.map((action) => (
        <li key={action.id}>
          <div>
            <span>
              <Sentence action={action} />
            </span>
            <span className="trailing">
              <Moment at={action.at} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** An action as a sentence: actor, verb, subject. */
export function Sentence({ action: { actor, before, subject, after } }: { action: DescribedAction }) {
  return (
    <>
      <Name of={actor} /> {before} {subject && <Name of={subject} />}
      {after}
    </>
  );
}

function Name({ of: { name, path } }: { of: { name: string; path: string | null } }) {
  return path ? (
    <Link to={path} dir="auto">
      {name}
    </Link>
  ) : (
    <span>{name}</span>
  );
}
