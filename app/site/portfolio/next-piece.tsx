import { Link } from "react-router";
import type { Picture } from "#app/files/picture.ts";
import { Cover } from "#app/site/parts/cover.tsx";
import { languageOf } from "#app/site/parts/language.ts";

interface NextPieceProps {
  title: string;
  path: string;
  cover: Picture | null;
}

/** Where to read on: the whole band is the link. */
export function NextPiece({ title, path, cover }: NextPieceProps) {
  return (
    <Link className="next g" to={path} viewTransition>
      <div className="t">
        <small>Next project</small>{" "}
        <h2 className={title.length > 90 ? "long" : undefined} lang={languageOf(title)}>
          {title}
        </h2>
      </div>
      <Cover picture={cover && { ...cover, alt: "" }} seed={title} width={720} height={336} sizes="50vw" />
    </Link>
  );
}
