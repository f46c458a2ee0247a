import { type MouseEvent, useMemo } from "react";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";
import { playVideo } from "./pictures/video.ts";

interface RichTextProps {
  /** Trusted: written by the server from the checked document. */
  html: string;
  lang?: string;
  className?: string;
}

/** Rich text as it was written; a film in it loads when it is asked for. */
export function RichTextView({ html, lang, className = "" }: RichTextProps) {
  const inner = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the links inside, which have keys of their own
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      className={`prose ${className}`}
      lang={lang}
      onClick={startVideo}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from a checked document
      dangerouslySetInnerHTML={inner}
    />
  );
}

function startVideo(event: MouseEvent) {
  if (opensElsewhere(event) || !(event.target instanceof Element)) return;
  const figure = event.target.closest("a")?.closest<HTMLElement>("[data-video]");
  if (figure && playVideo(figure, figure.dataset.video ?? "")) event.preventDefault();
}
