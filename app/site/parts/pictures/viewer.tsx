import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import { preload } from "react-dom";
import {
  type Picture as LibraryPicture,
  largestAddress,
  pictureAddress,
  widthsOf,
} from "#app/files/pictures/picture.ts";
import { enterOverlay, leaveOverlay } from "#app/pages/overlay-entry.ts";
import { otherLanguage } from "#app/rich-text/schema/language.ts";
import { sheetPrecedence } from "#app/site/seo/head.ts";
import viewerSheet from "#app/site/styles/viewer-page.css?url";
import { numberPicture } from "#app/text/picture-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { sourcesOf } from "./picture.tsx";

// Fetched with this module, ahead of the click.
preload(viewerSheet, { as: "style" });

/** A picture at its largest, and what stands for it until it has come. */
interface Slide {
  address: string;
  /** Candidates in both formats, as in `srcset`. */
  avif: string;
  webp: string;
  /** Address of a small file of it. */
  small: string;
  alt: string;
  words: string;
  /** Its own, in pixels. */
  width: number;
  height: number;
  isSeeThrough: boolean;
}

interface Opened {
  /** The link that was pressed, which has the focus again afterwards. */
  link: HTMLAnchorElement;
  lang: string | undefined;
  close(): void;
}

/** The viewer of the gallery of a text, by the link around one of its pictures. */
export function drawTextViewer(opened: Opened): ReactNode {
  const links = [...(opened.link.closest(".gallery")?.querySelectorAll("a") ?? [])];
  return <Viewer {...opened} slides={links.map(readSlide)} first={links.indexOf(opened.link)} />;
}

/** The viewer of pictures of the library, `first` being the one that was pressed. */
export function drawLibraryViewer(
  opened: Opened,
  pictures: readonly LibraryPicture[],
  first: number,
): ReactNode {
  const shown = opened.link.querySelector<HTMLImageElement>("picture img")?.currentSrc;
  const slides = pictures.map((picture, at) => slideOf(picture, (at === first && shown) || ""));
  return <Viewer {...opened} slides={slides} first={first} />;
}

function slideOf(picture: LibraryPicture, shown: string): Slide {
  const [least = picture.width] = widthsOf(picture.width);
  return {
    address: largestAddress(picture),
    avif: sourcesOf(picture, "avif"),
    webp: sourcesOf(picture, "webp"),
    small: shown || pictureAddress(picture, least, "webp"),
    alt: picture.alt,
    words: picture.alt,
    width: picture.width,
    height: picture.height,
    isSeeThrough: picture.isSeeThrough === true,
  };
}

function readSlide(link: HTMLAnchorElement): Slide {
  const image = link.querySelector("img");
  const webp = image?.getAttribute("srcset") ?? "";
  const alt = image?.alt ?? "";
  return {
    address: link.href,
    avif: link.querySelector("source")?.getAttribute("srcset") ?? "",
    webp,
    small: image?.currentSrc || (webp.split(" ")[0] ?? ""),
    alt,
    words: link.parentElement?.querySelector("figcaption")?.textContent || alt,
    // Its own, not those it is shown in.
    width: Number(image?.getAttribute("width")),
    height: Number(image?.getAttribute("height")),
    isSeeThrough: image?.classList.contains("see-through") ?? false,
  };
}

const names = {
  en: {
    viewer: "Pictures",
    close: "Close",
    previous: "Previous picture",
    next: "Next picture",
  },
  bn: {
    viewer: "ছবি",
    close: "বন্ধ করুন",
    previous: "আগের ছবি",
    next: "পরের ছবি",
  },
};

interface ViewerProps extends Opened {
  slides: readonly Slide[];
  first: number;
}

/** One picture over the whole page, with its words: turned by keys, buttons and swipes, left by Escape, Back or a click beside it. */
function Viewer({ slides, first, link, lang, close }: ViewerProps) {
  const [at, setAt] = useState(first);
  const [come, setCome] = useState<ReadonlySet<number>>(new Set());
  const dialog = useDialog(link, close);
  const count = slides.length;
  const turn = (by: number) => setAt((now) => (now + by + count) % count);
  const language = lang?.startsWith("bn") ? "bn" : "en";
  const name = names[language];
  const keys: Record<string, () => void> = {
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    Home: () => setAt(0),
    End: () => setAt(count - 1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const words = slides[at]?.words ?? "";
  const around = come.has(at) ? [at, (at + 1) % count, (at - 1 + count) % count] : [at];
  return (
    <>
      <link rel="stylesheet" href={viewerSheet} precedence={sheetPrecedence} />
      <dialog
        ref={dialog}
        className="viewer"
        lang={language}
        aria-label={name.viewer}
        onCancel={(event) => {
          event.preventDefault();
          leaveOverlay();
        }}
        onClose={leaveOverlay}
        onKeyDown={onKeyDown}
      >
        <Stage turn={turn}>
          {[...new Set(around)].map((place) => {
            const slide = slides[place];
            return (
              slide && (
                <LargePicture
                  key={place}
                  slide={slide}
                  lang={otherLanguage(slide.alt, language)}
                  isShown={place === at}
                  hasCome={come.has(place)}
                  onCome={() => setCome((before) => new Set(before).add(place))}
                />
              )
            );
          })}
        </Stage>
        <div className="under">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many words are scrolled, also by keys */}
          <p className="told" aria-live="polite" tabIndex={0}>
            {count > 1 && <b className="num">{numberPicture(at + 1, count, language)}</b>}
            <span lang={otherLanguage(words, language)}>{words}</span>
          </p>
          <div className="keys">
            {count > 1 && (
              <>
                <button type="button" aria-label={name.previous} onClick={() => turn(-1)}>
                  <Icon name="arrow-left" />
                </button>
                <button type="button" aria-label={name.next} onClick={() => turn(1)}>
                  <Icon name="arrow-right" />
                </button>
              </>
            )}
            <button type="button" className="close" aria-label={name.close} onClick={leaveOverlay}>
              <Icon name="x" />
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}

/** Opens the dialog, with the focus on its way out, and afterwards gives the focus back. */
function useDialog(link: HTMLAnchorElement, close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once
  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    if (!shown.open) shown.showModal();
    shown.querySelector<HTMLElement>(".close")?.focus();
    return enterOverlay(() => {
      shown.close();
      link.focus({ preventScroll: true });
      close();
    });
  }, []);
  return dialog;
}

/** Pixels across which a finger has to go. */
const swipeLength = 40;

/** Milliseconds in which the second tap of a double one comes; the first has opened the viewer. */
const doubleTap = 400;

/** Where the picture stands; a click beside it leaves, a swipe turns. Scrolling and pinching stay the browser's. */
function Stage({ turn, children }: { turn(by: number): void; children: ReactNode }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  const hasSwiped = useRef(false);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const onPointerDown = ({ pointerId, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    hasSwiped.current = false;
    // Of a page that was made larger a finger moves what is seen of it.
    const isEnlarged = (window.visualViewport?.scale ?? 1) > 1.01;
    const isSwipe = pointerType !== "mouse" && isPrimary && !isEnlarged;
    start.current = isSwipe ? { id: pointerId, x: clientX, y: clientY } : null;
  };
  const onPointerUp = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = start.current;
    if (from?.id !== pointerId) return;
    start.current = null;
    const across = clientX - from.x;
    if (Math.abs(across) < swipeLength || Math.abs(across) < 1.5 * Math.abs(clientY - from.y)) return;
    hasSwiped.current = true;
    turn(across < 0 ? 1 : -1);
  };
  const onClick = ({ target, timeStamp }: MouseEvent) => {
    if (hasSwiped.current || timeStamp - openedAt.current < doubleTap) return;
    if (target instanceof Element && !target.closest(".large")) leaveOverlay();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys have a button to close, and Escape
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div
      className="stage"
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        start.current = null;
      }}
      onClick={onClick}
    >
      {children}
    </div>
  );
}

interface LargePictureProps {
  slide: Slide;
  lang: string | undefined;
  isShown: boolean;
  /** Whether the large file is there. */
  hasCome: boolean;
  onCome(): void;
}

/** A picture as large as the window and its own pixels allow; those that come next are fetched without being shown. */
function LargePicture({ slide, lang, isShown, hasCome, onCome }: LargePictureProps) {
  const { width, height, alt } = slide;
  const shape = width / height;
  const sizes = `min(100vw, ${width}px, ${Math.round(100 * shape)}vh)`;
  const box = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  // Asked for again when the line is back.
  useEffect(() => {
    if (!isMissing) return;
    const fetchAgain = () => setIsMissing(false);
    window.addEventListener("online", fetchAgain);
    return () => window.removeEventListener("online", fetchAgain);
  }, [isMissing]);
  // No style may stand in the HTML of a page, but a script may set it.
  useEffect(() => {
    box.current?.style.setProperty("--width", `${width}px`);
    box.current?.style.setProperty("--shape", `${shape}`);
  }, [width, shape]);
  return (
    <div ref={box} className={slide.isSeeThrough ? "large see-through" : "large"} hidden={!isShown}>
      {!hasCome && <img className="small" src={slide.small} alt={isMissing ? alt : ""} draggable={false} />}
      {!isMissing && (
        <picture>
          <source type="image/avif" sizes={sizes} srcSet={slide.avif} />
          <img
            sizes={sizes}
            srcSet={slide.webp}
            src={slide.address}
            alt={alt}
            lang={lang}
            width={width}
            height={height}
            draggable={false}
            onLoad={onCome}
            onError={() => setIsMissing(true)}
          />
        </picture>
      )}
    </div>
  );
}
