import { Link } from "react-router";
import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { langAttribute } from "./language.ts";
import { Portrait } from "./pictures/portrait.tsx";

interface PersonRowProps {
  name: string;
  role: string;
  picture: LibraryPicture | null;
  /** Path of their own page. */
  to?: string;
}

/** Somebody in a list of people: face, name and role. */
export function PersonRow({ name, role, picture, to }: PersonRowProps) {
  return (
    <li>
      <Portrait name={name} picture={picture} width={128} />
      <p>
        <b lang={langAttribute(name)}>{to ? <Link to={to}>{name}</Link> : name}</b>
        {role && <span lang={langAttribute(role)}>{role}</span>}
      </p>
    </li>
  );
}
