import { Link, useLocation } from "react-router";

export function NavItem({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={to} aria-current={currentOf(to, pathname)} viewTransition>
        {label}
      </Link>
    </li>
  );
}

/** "page" for the page itself, "true" for the area one is in. */
export function currentOf(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  return to !== "/" && pathname.startsWith(`${to}/`) ? "true" : undefined;
}
