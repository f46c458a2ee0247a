import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";

interface EmptyProps {
  /** Names what was looked for. */
  title: string;
  text?: string;
  /** Ways out. */
  actions?: readonly { label: string; to: string }[];
}

export function EmptyNote({ title, text, actions = [] }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      <div className="ways">
        {actions.map(({ label, to }, at) => (
          <PageLink key={to} className={at === 0 ? "btn" : "go"} to={to}>
            {label}
          </PageLink>
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
  /** What is chosen by them. */
  label: string;
  items: readonly FilterLink[];
  /** How much is shown, such as "12 posts". */
  found?: string;
  /** The same in full for screen readers, which hear it when the choice changes. */
  announced?: string;
}

/** As many stand side by side; with more than one beyond it the others fold away. */
const inRow = 7;

/** Filters are links, so that a choice has an address. */
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
    <PageLink to={to} aria-current={isCurrent ? "true" : undefined} preventScrollReset>
      {label}
      {count !== undefined && <span className="num">{count}</span>}
    </PageLink>
  );
}

interface PagerProps {
  /** Addresses of the neighbouring pages, null where there is none. */
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
        <PageLink to={previous} rel="prev">
          <Icon name="arrow-left" /> {labels.previous}
        </PageLink>
      )}
      {next !== null && (
        <PageLink className="older" to={next} rel="next">
          {labels.next} <Icon name="arrow-right" />
        </PageLink>
      )}
    </nav>
  );
}
