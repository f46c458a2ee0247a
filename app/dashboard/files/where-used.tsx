import { Link } from "react-router";
import { StateBadge } from "../parts/state-badge.tsx";
import type { UsePlace } from "./read-file-screen.ts";

/** Every place that shows a file or links to it, those on the site first. */
export function WhereUsed({ places }: { places: readonly UsePlace[] }) {
  const groups = Map.groupBy(places, ({ group }) => group);
  return (
    <section>
      <h2>Used in</h2>
      {places.length === 0 && <p className="hint">Nowhere yet.</p>}
      {order.map((group) => (
        <Group key={group} name={group} places={groups.get(group) ?? []} />
      ))}
    </section>
  );
}

const order: UsePlace["group"][] = ["On the site", "In drafts", "In settings", "In the trash"];

function Group({ name, places }: { name: string; places: readonly UsePlace[] }) {
  if (places.length === 0) return null;
  return (
    <>
      <h3 className="small mute">{name}</h3>
      <ul className="lines">
        {places.map(({ title, path, detail, state }) => (
          <li key={`${path} ${detail}`}>
            <Link to={path}>
              <b>{title}</b>
              {state && (
                <span className="r">
                  <StateBadge state={state} />
                </span>
              )}
              <small>{detail}</small>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
