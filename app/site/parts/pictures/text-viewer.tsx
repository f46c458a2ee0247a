import { type ReactNode, startTransition } from "react";
import { sheetPrecedence } from "#app/site/seo/head.ts";
import viewerSheet from "#app/site/styles/viewer-page.css?url";
import { PictureViewer, type Slide } from "./gallery.tsx";

/** Shows a picture of a gallery inside a text large, by the link around it; `draw` puts the viewer into the page. */
export function showGallery(link: HTMLAnchorElement, draw: (viewer: ReactNode) => void): void {
  const links = [...(link.closest(".gallery")?.querySelectorAll("a") ?? [])];
  const slides = links.map(slideOf);
  // As a transition it waits for its sheet.
  const show = (at: number | null) =>
    startTransition(() =>
      draw(
        <>
          <link rel="stylesheet" href={viewerSheet} precedence={sheetPrecedence} />
          <PictureViewer slides={slides} shown={at} onShow={show} />
        </>,
      ),
    );
  show(links.indexOf(link));
}

function slideOf(link: HTMLAnchorElement, at: number): Slide {
  const image = link.querySelector("img");
  const caption = link.parentElement?.querySelector("figcaption")?.textContent;
  return {
    key: `${at}`,
    words: caption || image?.alt || "",
    picture: (
      <div className="weave">
        <picture>
          <source
            type="image/avif"
            srcSet={link.querySelector("source")?.getAttribute("srcset") ?? ""}
            sizes="100vw"
          />
          <img
            src={link.href}
            srcSet={image?.getAttribute("srcset") ?? ""}
            sizes="100vw"
            alt={image?.alt ?? ""}
            width={image?.width}
            height={image?.height}
          />
        </picture>
      </div>
    ),
  };
}
