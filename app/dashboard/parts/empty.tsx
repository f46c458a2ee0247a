import type { ReactNode } from "react";

/** What a list says that has nothing to show, and what to do about it. */
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
