import type { Picture } from "#app/files/pictures/picture.ts";
import { Cover } from "./cover.tsx";

interface PageCoverProps {
  picture: Picture | null;
  title: string;
  icon?: string;
}

/** The picture or cloth of an entry from edge to edge, below the head of its page. */
export function PageCover({ picture, title, icon = "" }: PageCoverProps) {
  return (
    <div className="page-grid">
      <div className="cover">
        <Cover picture={picture} seed={title} icon={icon} width={1440} height={400} sizes="100vw" eager />
      </div>
    </div>
  );
}
