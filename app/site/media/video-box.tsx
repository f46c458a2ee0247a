import type { MouseEvent, ReactNode } from "react";
import { playVideo } from "#app/site/parts/video.ts";
import { Icon } from "#app/ui/icon.tsx";

interface VideoBoxProps {
  address: string;
  title: string;
  /** What stands there until it is asked for. */
  cover: ReactNode;
}

/** A film behind its cover: nothing of another host is loaded before a click, and without script it is a plain link. */
export function VideoBox({ address, title, cover }: VideoBoxProps) {
  const play = (event: MouseEvent<HTMLAnchorElement>) => {
    const box = event.currentTarget.closest<HTMLElement>(".video-box");
    if (event.metaKey || event.ctrlKey || event.shiftKey || !box) return;
    if (playVideo(box, address)) event.preventDefault();
  };
  return (
    <div className="video-box full">
      {cover}
      <a href={address} onClick={play} rel="noopener">
        <span className="btn">
          <Icon name="play" /> Play the video
        </span>
        <span className="vh">: {title}</span>
      </a>
    </div>
  );
}
