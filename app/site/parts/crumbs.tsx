import { Link } from "react-router";

export interface Step {
  title: string;
  path: string;
}

/** The way from home to here; the last step is the page itself and no link. */
export function Crumbs({ steps }: { steps: readonly Step[] }) {
  const here = steps.length - 1;
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <Link to="/">Home</Link>
        </li>
        {steps.map(({ title, path }, at) => (
          <li key={path}>
            {at === here ? <span aria-current="page">{title}</span> : <Link to={path}>{title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
