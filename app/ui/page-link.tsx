import type { ComponentType } from "react";
import { Link, type LinkProps } from "react-router";

/** What links of the site say of themselves; what else React Router's link knows, they have no use for. */
export type PageLinkProps = Omit<
  LinkProps,
  "discover" | "prefetch" | "relative" | "mask" | "defaultShouldRevalidate"
>;

/**
 * A link to a page of the site. On the server it is written out as what React Router's link comes to: that one prepares for
 * being clicked, which is a tenth of what a page costs to draw.
 */
export const PageLink: ComponentType<PageLinkProps> = import.meta.env.SSR ? WrittenLink : Link;

/**
 * A path from the root as links write it: another site, dots, empty segments and an empty query or hash are left to React Router,
 * which writes them in another way.
 */
const plainPath = /^\/(?![/.\\])(?!.*(\\|\/\/|\/\.))[^?#]*(\?[^#]+)?(#.+)?$/;

function WrittenLink(props: PageLinkProps) {
  const { to } = props;
  if (typeof to !== "string" || !plainPath.test(to)) return <Link {...props} />;
  const { to: _, reloadDocument, replace, preventScrollReset, viewTransition, state, ...written } = props;
  return (
    <a {...written} href={to} data-discover="true">
      {props.children}
    </a>
  );
}
