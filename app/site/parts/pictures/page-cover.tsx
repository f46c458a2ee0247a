import type { Picture } from "#app/files/pictures/picture.ts";
import { Cover } from "./cover.tsx";

interface PageCoverProps {
  picture: Picture | null;
  title: string;
  icon?: string;
}

/** The picture of an entry, whole on its cloth, or the cloth alone, from edge to edge below the head of its page. */
export function PageCover({ picture, title, icon = "" }: PageCoverProps) {
  return (
    <div className="page-grid">
      <Cover
        className="cover full"
        picture={picture}
        seed={title}
        icon={icon}
        width={1440}
        height={picture ? 800 : 400}
        sizes="(min-width: 66rem) 62rem, 94vw"
        eager
      />
    </div>
  );
}
