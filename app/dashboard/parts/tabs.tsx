import { Link } from "react-router";

export interface Tab {
  name: string;
  /** Address with its query. */
  to: string;
  isCurrent: boolean;
  count?: number | undefined;
}

/** Filters or neighbouring screens as links. @param label what the tabs choose */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ name, to, isCurrent, count }) => (
        <Link key={name} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
          {name}
          {count !== undefined && <span className="num">{count.toLocaleString("en")}</span>}
        </Link>
      ))}
    </nav>
  );
}
