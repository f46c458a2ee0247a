import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from "react";
import { preload } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { otherLanguage } from "#app/lib/rich-text/schema/language.ts";
import { numberPicture } from "#app/lib/text/picture-names.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { enterOverlay, leaveOverlay } from "#app/site/browser/overlay-entry.ts";
import { sheetPrecedence } from "#app/site/seo/head.ts";
import viewerSheet from "#app/site/styles/viewer-page.css?url";

// Fetched with this module, ahead of the click.
preload(viewerSheet, { as: "style" });

/** A picture at its largest, with its placeholder. */
interface Slide {
  address: string;
  /** `srcset` in both formats. */
  avif: string;
  webp: string;
  /** Address of its small file. */
  small: string;
  alt: string;
  words: string;
  /** Natural size in pixels. */
  width: number;
  height: number;
  hasTransparency: boolean;
}

interface Opened {
  /** The link that opened it; gets the focus back. */
  link: HTMLAnchorElement;
  lang: string | undefined;
  close(): void;
}

let root: Root | undefined;

/** Closes the viewer when its page is left. */
export function closeViewer(): void {
  root?.render(null);
}

/** Opens the viewer of a page at the picture of this link, with all pictures of its gallery. */
export function openViewer(link: HTMLAnchorElement): void {
  if (!root) {
    const box = document.createElement("div");
    document.body.append(box);
    root = createRoot(box);
  }
  const shown = root;
  const { pictures } = link.dataset;
  const links = pictures
    ? [...document.querySelectorAll<HTMLAnchorElement>(`a[data-pictures="${CSS.escape(pictures)}"]`)]
    : [...(link.closest(".gallery")?.querySelectorAll("a") ?? [])];
  const lang = link.closest("[lang]")?.getAttribute("lang") ?? undefined;
  // A transition waits for the style sheet.
  startTransition(() =>
    shown.render(
      <Viewer
        key={link.href}
        slides={links.map(readSlide)}
        first={links.indexOf(link)}
        link={link}
        lang={lang}
        close={() => shown.render(null)}
      />,
    ),
  );
}

function readSlide(link: HTMLAnchorElement): Slide {
  const image = link.querySelector<HTMLImageElement>("picture img");
  const webp = image?.getAttribute("srcset") ?? "";
  const alt = image?.alt ?? "";
  return {
    address: link.href,
    avif: link.querySelector("source")?.getAttribute("srcset") ?? "",
    webp,
    small: image?.currentSrc || (webp.split(" ")[0] ?? ""),
    alt,
    words: link.parentElement?.querySelector("figcaption")?.textContent || alt,
    // Natural size, not the displayed one.
    width: Number(image?.getAttribute("width")),
    height: Number(image?.getAttribute("height")),
    hasTransparency:
      link.dataset.seeThrough !== undefined || image?.classList.contains("see-through") === true,
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

/** Full-page picture with caption. Keys, buttons and swipes change it; Escape, Back or a click on the backdrop close it. */
function Viewer({ slides, first, link, lang, close }: ViewerProps) {
  const [at, setAt] = useState(first);
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set());
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
  const around = loaded.has(at) ? [at, (at + 1) % count, (at - 1 + count) % count] : [at];
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
                  isLoaded={loaded.has(place)}
                  onLoaded={() => setLoaded((before) => new Set(before).add(place))}
                />
              )
            );
          })}
        </Stage>
        <div className="under">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: many words are scrolled, also by keys */}
          <p className="description" aria-live="polite" tabIndex={0}>
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

/** Opens the dialog with the focus on Close; returns the focus after closing. */
function useDialog(link: HTMLAnchorElement, close: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens only on mount
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

/** Shortest swipe, in pixels. */
const swipeLength = 40;

/** Milliseconds in which a second tap is part of the double tap that opened the viewer. */
const doubleTap = 400;

/** Area of the picture: a click next to it closes, a swipe changes it. The browser handles scrolling and pinching. */
function Stage({ turn, children }: { turn(by: number): void; children: ReactNode }) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  const hasSwiped = useRef(false);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  const onPointerDown = ({ pointerId, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
    hasSwiped.current = false;
    // On a zoomed page a finger scrolls.
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
  /** Whether the large file has loaded. */
  isLoaded: boolean;
  onLoaded(): void;
}

/** A picture as large as window and resolution allow; hidden ones are prefetched. */
function LargePicture({ slide, lang, isShown, isLoaded, onLoaded }: LargePictureProps) {
  const { width, height, alt } = slide;
  const shape = width / height;
  const sizes = `min(100vw, ${width}px, ${Math.round(100 * shape)}vh)`;
  const box = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  // Requested again when the connection is back.
  useEffect(() => {
    if (!isMissing) return;
    const fetchAgain = () => setIsMissing(false);
    window.addEventListener("online", fetchAgain);
    return () => window.removeEventListener("online", fetchAgain);
  }, [isMissing]);
  // The CSP forbids style attributes in HTML, but not styles set by scripts.
  useEffect(() => {
    box.current?.style.setProperty("--width", `${width}px`);
    box.current?.style.setProperty("--shape", `${shape}`);
  }, [width, shape]);
  return (
    <div ref={box} className={slide.hasTransparency ? "large see-through" : "large"} hidden={!isShown}>
      {!isLoaded && <img className="small" src={slide.small} alt={isMissing ? alt : ""} draggable={false} />}
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
            onLoad={onLoaded}
            onError={() => setIsMissing(true)}
          />
        </picture>
      )}
    </div>
  );
}
