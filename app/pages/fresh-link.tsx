import type { MouseEvent, ReactNode } from "react";
import { needFreshSession } from "./confirmation.ts";
import { opensElsewhere } from "./opens-elsewhere.ts";

interface FreshLinkProps {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link to what asks for a fresh session, such as a file with the data of people: where scripts run, the person is asked over
 * the page first, and the link goes on. Without scripts the server leads to the page that asks.
 */
export function FreshLink({ href, className, children }: FreshLinkProps) {
  async function open(event: MouseEvent): Promise<void> {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (await needFreshSession()) location.assign(href);
  }
  return (
    <a href={href} className={className} onClick={open}>
      {children}
    </a>
  );
}
