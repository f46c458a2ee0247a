import { type MouseEvent, startTransition, useMemo, useState } from "react";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";
import type { TextViewer } from "./pictures/text-viewer.tsx";
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
  const [gallery, setGallery] = useState<OpenGallery | null>(null);
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest("a");
    if (!link) return;
    if (startVideo(link)) event.preventDefault();
    if (!link.closest(".gallery")) return;
    event.preventDefault();
    // Without the viewer the link does what it does without scripts.
    openGallery(link).then(
      (opened) => startTransition(() => setGallery(opened)),
      () => window.location.assign(link.href),
    );
  };
  const text = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the links inside, which have keys of their own
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      className={`prose ${className}`}
      lang={lang}
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from a checked document
      dangerouslySetInnerHTML={inner}
    />
  );
  if (!gallery) return text;
  const { Viewer, links, at } = gallery;
  return (
    <>
      {text}
      <Viewer links={links} shown={at} onShow={(next) => setGallery({ Viewer, links, at: next })} />
    </>
  );
}

function startVideo(link: HTMLAnchorElement): boolean {
  const figure = link.closest<HTMLElement>("[data-video]");
  return figure !== null && playVideo(figure, figure.dataset.video ?? "");
}

interface OpenGallery {
  Viewer: typeof TextViewer;
  links: HTMLAnchorElement[];
  /** Which picture is shown; null for none. */
  at: number | null;
}

async function openGallery(link: HTMLAnchorElement): Promise<OpenGallery> {
  const { TextViewer: Viewer } = await import("./pictures/text-viewer.tsx");
  const links = [...(link.closest(".gallery")?.querySelectorAll("a") ?? [])];
  return { Viewer, links, at: links.indexOf(link) };
}
