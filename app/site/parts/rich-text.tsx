import { type MouseEvent, type ReactNode, useMemo, useState } from "react";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";
import { playVideo } from "./pictures/video.ts";

interface RichTextProps {
  /** Trusted: written by the server from the checked document. */
  html: string;
  lang?: string;
  className?: string;
}

/** Rich text as it was written; a film in it loads, and a picture of a gallery opens large, when it is asked for. */
export function RichTextView({ html, lang, className = "" }: RichTextProps) {
  const inner = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  const [viewer, setViewer] = useState<ReactNode>(null);
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest("a");
    if (!link) return;
    if (startVideo(link)) event.preventDefault();
    if (!link.closest(".gallery")) return;
    event.preventDefault();
    import("./pictures/text-viewer.tsx").then(
      ({ showGallery }) => showGallery(link, setViewer),
      // Without the viewer the link does what it does without scripts.
      () => window.location.assign(link.href),
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the links inside, which have keys of their own */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        className={`prose ${className}`}
        lang={lang}
        onClick={onClick}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from a checked document
        dangerouslySetInnerHTML={inner}
      />
      {viewer}
    </>
  );
}

function startVideo(link: HTMLAnchorElement): boolean {
  const figure = link.closest<HTMLElement>("[data-video]");
  return figure !== null && playVideo(figure, figure.dataset.video ?? "");
}
