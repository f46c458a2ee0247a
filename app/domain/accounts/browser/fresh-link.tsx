import type { MouseEvent, ReactNode } from "react";
import { opensElsewhere } from "../../../lib/ui/opens-elsewhere.ts";
import { needFreshSession } from "./confirmation.ts";

interface FreshLinkProps {
  href: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link that requires a fresh session, such as an export of personal data. With scripts, a dialog confirms the
 * user's identity first; without, the server redirects to the confirmation page.
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
