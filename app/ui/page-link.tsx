import { Link, type LinkProps } from "react-router";

/**
 * A link to a page of the site. On the server it is written out as what React Router's link comes to: that one prepares for
 * being clicked, which is a tenth of what a page costs to draw.
 */
export const PageLink = import.meta.env.SSR ? WrittenLink : Link;

function WrittenLink(props: LinkProps) {
  const { to } = props;
  // Where it leads is only known by the place it stands at.
  if (typeof to !== "string" || !/^\/(?!\/)/.test(to)) return <Link {...props} />;
  const { to: _, reloadDocument, replace, preventScrollReset, viewTransition, state, ...written } = props;
  return (
    <a {...written} href={to} data-discover="true">
      {props.children}
    </a>
  );
}
