import { Link } from "react-router";

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
          <Link key={to} className={at === 0 ? "btn" : "go"} to={to}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
