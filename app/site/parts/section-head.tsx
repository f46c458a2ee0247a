import { Link } from "react-router";

interface SectionHeadProps {
  /** Names the section, too. */
  id: string;
  title: string;
  /** Where all of it is shown. */
  all?: { label: string; to: string } | null;
}

export function SectionHead({ id, title, all }: SectionHeadProps) {
  return (
    <div className="sec-head">
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {all && (
        <Link className="go" to={all.to} viewTransition>
          {all.label}
        </Link>
      )}
    </div>
  );
}
