import { sheetPrecedence } from "#app/site/parts/page-sheets.ts";
import viewerSheet from "#app/site/styles/viewer-page.css?url";
import { type Slide, Viewer } from "./viewer.tsx";

interface TextViewerProps {
  /** The links around the pictures of a gallery, as the server wrote them. */
  links: readonly HTMLAnchorElement[];
  shown: number | null;
  onShow(at: number | null): void;
}

/** The pictures of a gallery inside a text, large; loaded when the first of them is asked for. */
export function TextViewer({ links, shown, onShow }: TextViewerProps) {
  return (
    <>
      <link rel="stylesheet" href={viewerSheet} precedence={sheetPrecedence} />
      <Viewer slides={links.map(slideOf)} shown={shown} onShow={onShow} />
    </>
  );
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
