import { Link } from "react-router";

export interface FilterLink {
  label: string;
  to: string;
  count?: number;
  isCurrent: boolean;
}

interface FiltersProps {
  /** What is chosen by them. */
  label: string;
  items: readonly FilterLink[];
  /** How much is shown, such as "12 posts". */
  found?: string;
}

/** Filters are links, so that a choice has an address. */
export function Filters({ label, items, found }: FiltersProps) {
  if (items.length < 2) return null;
  return (
    <nav className="filters" aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          aria-current={item.isCurrent ? "true" : undefined}
          preventScrollReset
        >
          {item.label}
          {item.count !== undefined && <span className="num">{item.count}</span>}
        </Link>
      ))}
      {found && <span className="found">{found}</span>}
    </nav>
  );
}
