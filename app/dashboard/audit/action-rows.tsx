import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import type { DescribedAction } from "./describe-actions.ts";

/** What was done, a line each, the latest first. */
export function ActionRows({ actions }: { actions: readonly DescribedAction[] }) {
  if (actions.length === 0) return <p className="hint">No activity yet.</p>;
  return (
    <ul className="lines">
      {actions.map((actionContext) => (
        <li key={actionContext.id}>
          <div>
            <span>
              <Sentence actionContext={actionContext} />
            </span>
            <span className="r">
              <Moment at={actionContext.at} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Who did what to what. */
export function Sentence({
  actionContext: { actor, before, subject, after },
}: {
  actionContext: DescribedAction;
}) {
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
