import { useState } from "react";
import { Link } from "react-router";
import { Empty } from "../parts/list-screen.tsx";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/overview.ts";
import { listSettings } from "./settings-index.ts";
import { type FoundSettings, searchSettings } from "./settings-search.ts";

export function loader() {
  return { groups: listSettings() };
}

/** All settings screens in groups, with a search by label and synonym. */
export default function Settings({ loaderData: page }: Route.ComponentProps) {
  const [query, setQuery] = useState("");
  const groups = searchSettings(page.groups, query);
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <Screen title="Settings">
      <div className="pad stack settings-index">
        <div>
          <input
            className="input"
            type="search"
            aria-label="Search settings"
            placeholder="Search settings, e.g. time zone"
            autoComplete="off"
            dir="auto"
            maxLength={100}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
        </div>
        <p className="visually-hidden" role="status">
          {query.trim() && (count === 1 ? "1 result" : `${count} results`)}
        </p>
        {count === 0 && (
          <Empty title="No matching settings">
            <p>Try another word, or clear the search.</p>
          </Empty>
        )}
        <div className="groups">
          {groups.map(({ title, entries }) => (
            <section key={title}>
              <h2>{title}</h2>
              <ul className="lines">
                {entries.map((entry) => (
                  <li key={entry.path}>
                    <EntryLink entry={entry} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </Screen>
  );
}

function EntryLink({ entry: { path, title, lead, matches } }: { entry: FoundSettings }) {
  return (
    <Link to={path}>
      <b>{title}</b>
      <small>{matches.length > 0 ? matches.join(", ") : lead}</small>
    </Link>
  );
}
