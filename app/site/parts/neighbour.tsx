import { Link } from "react-router";
import { langAttribute } from "./prose.ts";

interface NeighbourProps {
  label: string;
  title: string;
  path: string;
  className?: string;
}

/** The way to the entry before or after this one. */
export function Neighbour({ label, title, path, className }: NeighbourProps) {
  return (
    <Link className={className} to={path} viewTransition>
      <small lang={langAttribute(label)}>{label}</small>
      <b lang={langAttribute(title)}>{title}</b>
    </Link>
  );
}
