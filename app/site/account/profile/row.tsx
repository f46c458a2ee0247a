import type { ReactNode } from "react";

interface RowProps {
  title: ReactNode;
  text?: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One line of a list on the profile. */
export function ProfileRow({ title, text, children }: RowProps) {
  return (
    <li>
      <span>
        {title}
        {text && <small>{text}</small>}
      </span>
      {children}
    </li>
  );
}
