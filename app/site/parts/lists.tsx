import { Icon } from "#app/lib/ui/icon.tsx";

interface EmptyProps {
  /** Names the missing items. */
  title: string;
  text?: string;
  /** Links to other pages. */
  actions?: readonly { label: string; to: string }[];
}

export function EmptyNote({ title, text, actions = [] }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div className="ways">
        {actions.map(({ label, to }, at) => (
          <a key={to} className={at === 0 ? "btn" : "go"} href={to}>
            {label}
          </a>
        ))}
      </div>
    </div>
  );
}

export interface FilterLink {
  label: string;
  to: string;
  count?: number;
  isCurrent: boolean;
}

interface FiltersProps {
  /** Accessible name, such as "Filter by industry". */
  label: string;
  items: readonly FilterLink[];
  /** Number of items, such as "12 posts". */
  found?: string;
  /** The same in full, announced by screen readers when the filter changes. */
  announced?: string;
}

/** Filters in the row; if two or more are left, they are in a menu. */
const inRow = 7;

/** Links, so that each filter has an address. */
export function Filters({ label, items, found, announced = found }: FiltersProps) {
  if (items.length < 2) return null;
  const isLong = items.length > inRow + 1;
  const first = isLong ? items.slice(0, inRow) : items;
  const others = isLong ? items.slice(inRow) : [];
  return (
    <>
      <nav className="filters" aria-label={label}>
        {first.map((item) => (
          <FilterItem key={item.to} {...item} />
        ))}
        {others.length > 0 && (
          <details open={others.some(({ isCurrent }) => isCurrent)}>
            <summary>
              {others.length} more <Icon name="chevron-down" />
            </summary>
            <div>
              {others.map((item) => (
                <FilterItem key={item.to} {...item} />
              ))}
            </div>
          </details>
        )}
        {found && (
          <span className="found" aria-hidden>
            {found}
          </span>
        )}
      </nav>
      {announced && (
        <p className="visually-hidden" role="status">
          {announced}
        </p>
      )}
    </>
  );
}

function FilterItem({ label, to, count, isCurrent }: FilterLink) {
  return (
    <a href={to} aria-current={isCurrent ? "true" : undefined}>
      {label}
      {count !== undefined && <span className="num">{count}</span>}
    </a>
  );
}

interface PagerProps {
  /** Addresses of the neighbouring pages, or null. */
  previous: string | null;
  next: string | null;
  labels?: { previous: string; next: string };
}

const plain = { previous: "Newer", next: "Older" };

export function PageLinks({ previous, next, labels = plain }: PagerProps) {
  if (previous === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {previous !== null && (
        <a href={previous} rel="prev">
          <Icon name="arrow-left" /> {labels.previous}
        </a>
      )}
      {next !== null && (
        <a className="older" href={next} rel="next">
          {labels.next} <Icon name="arrow-right" />
        </a>
      )}
    </nav>
  );
}
