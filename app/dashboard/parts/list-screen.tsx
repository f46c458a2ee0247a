import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";

export interface Tab {
  name: string;
  /** Path with its query. */
  to: string;
  isCurrent: boolean;
  count?: number | undefined;
}

/**
 * Filters or related screens as links.
 * @param label accessible name of the tabs
 */
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

interface PagerProps {
  /** Addresses of the previous and next page; null without one. */
  previous: string | null;
  next: string | null;
  /** Such as "1 to 50 of 1,204". */
  children?: ReactNode;
  words?: { previous: string; next: string };
}

/** Links to the previous and next page of a list. */
export function Pager({
  previous,
  next,
  children,
  words = { previous: "Previous", next: "Next" },
}: PagerProps) {
  if (!previous && !next && !children) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="num">{children}</span>
      {previous && (
        <Link className="btn quiet" to={previous} rel="prev">
          {words.previous}
        </Link>
      )}
      {next && (
        <Link className="btn quiet" to={next} rel="next">
          {words.next}
        </Link>
      )}
    </nav>
  );
}

/** Message of an empty list, with the next step. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 30 30" aria-hidden="true">
        <path d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/**
 * Updates form fields when the address changes, such as after "Clear filters" or Back. The elements stay the
 * same and keep the focus.
 * @param values by the name of the field
 */
export function useFieldsOfAddress(
  values: Readonly<Record<string, string>>,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const written = new URLSearchParams(values).toString();
  useEffect(() => {
    for (const [name, value] of new URLSearchParams(written)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
    }
  }, [written]);
  return form;
}
