import { type MouseEvent, type ReactNode, type SyntheticEvent, use, useEffect, useState } from "react";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { videoService } from "#app/rich-text/schema/addresses.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";
import { useViewer } from "./pictures/use-viewer.ts";
import type { Prose } from "./prose.ts";
import { type Loom, LoomContext, readDrawn } from "./server-drawn.tsx";

interface RichTextProps {
  html: Prose;
  lang?: string;
  className?: string;
}

/** Rich text as it was written; a video in it loads, and a picture of a gallery opens large, when it is asked for. */
export function RichTextView({ html, lang, className = "" }: RichTextProps) {
  const inner = useProse(html);
  const { viewer, open, fetchViewer } = useViewer();
  const onClick = (event: MouseEvent) => {
    if (opensElsewhere(event) || !(event.target instanceof Element)) return;
    const link = event.target.closest("a");
    if (!link) return;
    if (startVideo(link)) event.preventDefault();
    if (!isInGallery(link)) return;
    event.preventDefault();
    open(link, ({ drawTextViewer }, close) => drawTextViewer({ link, lang, close }));
  };
  const onApproach = ({ target }: SyntheticEvent) => {
    if (isInGallery(target)) fetchViewer();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it listens for the links inside, which have keys of their own */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div
        className={`prose ${className}`}
        data-text={typeof html === "number" ? html : undefined}
        lang={lang}
        onClick={onClick}
        onPointerOver={onApproach}
        onFocus={onApproach}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server wrote it from a checked document
        dangerouslySetInnerHTML={inner}
      />
      {viewer}
    </>
  );
}

/** The HTML to show. A text that comes as data stays untouched where the document shows the same: a video in it may be playing. */
function useProse(prose: Prose): { __html: string } {
  const loom = use(LoomContext);
  const [shown, show] = useState(() => ({ prose, inner: { __html: htmlOf(prose, loom) } }));
  if (shown.prose === prose) return shown.inner;
  const isSame = typeof shown.prose === "number" && asBrowserWrites(prose) === String(shown.inner.__html);
  const next = { prose, inner: isSame ? shown.inner : { __html: htmlOf(prose, loom) } };
  show(next);
  return next.inner;
}

/** @throws on the server, when the document has no such text: it must not be kept without it */
function htmlOf(prose: Prose, loom: Loom | null): string {
  if (typeof prose === "string") return trustHtml(prose);
  if (!loom) return trustHtml(readDrawn(`[data-text="${prose}"]`));
  const html = loom.texts[prose - 1];
  if (html === undefined) throw new Error(`The document has no text ${prose}.`);
  return html;
}

/** The same HTML as a browser writes it once it has read it. */
function asBrowserWrites(prose: Prose): string {
  const box = document.createElement("template");
  box.innerHTML = trustHtml(String(prose));
  return box.innerHTML;
}

function isInGallery(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".gallery") !== null;
}

function startVideo(link: HTMLAnchorElement): boolean {
  const figure = link.closest<HTMLElement>("[data-video]");
  if (figure === null) return false;
  const name = figure.querySelector("figcaption")?.textContent ?? "";
  return playVideo(figure, { address: figure.dataset.video ?? "", name });
}

interface ContentsProps {
  title: string;
  headings: readonly { id: string; text: string }[];
  lang: "bn" | undefined;
  children?: ReactNode;
}

/** The rail beside a long text: its sections, the one being read marked, and what belongs to the whole. */
export function Contents({ title, headings, lang, children }: ContentsProps) {
  const current = useCurrentSection(headings);
  return (
    <div className="pre toc">
      {headings.length > 1 && (
        <nav aria-labelledby="contents">
          <h2 id="contents" lang={lang}>
            {title}
          </h2>
          <ol lang={lang}>
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? "true" : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </div>
  );
}

/** All that has been scrolled past counts as seen, however long the text. */
const farAbove = 1_000_000;

/** The last heading above the upper third of the screen. */
function useCurrentSection(headings: ContentsProps["headings"]): string {
  const [current, setCurrent] = useState("");
  useEffect(() => {
    const passed = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) passed.add(target.id);
          else passed.delete(target.id);
        setCurrent(headings.findLast(({ id }) => passed.has(id))?.id ?? "");
      },
      { rootMargin: `${farAbove}px 0px -66% 0px` },
    );
    for (const { id } of headings) {
      const heading = document.getElementById(id);
      if (heading) observer.observe(heading);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}

interface Film {
  address: string;
  /** Its title or caption; "" for none. */
  name: string;
}

/** Puts a player for the film in place of what the box holds; false for an address that has none. */
export function playVideo(box: HTMLElement, { address, name }: Film): boolean {
  const player = /\.(mp4|webm)$/i.test(address) ? createVideo(address) : createFrame(address);
  if (player === null) return false;
  const service = videoService(address);
  player.title = name ? `Video: ${name}` : service ? `${service} video` : "Video";
  const caption = box.querySelector("figcaption");
  box.replaceChildren(player, ...(caption ? [caption] : []));
  player.focus();
  return true;
}

/** The player's own address for a page of YouTube or Vimeo, in the form that sets no cookies; null for any other. */
export function embedAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m)\./, "");
  if (host === "youtu.be") return youtube(url.pathname.slice(1));
  if (host === "youtube.com")
    return youtube(url.searchParams.get("v") ?? url.pathname.split("/").at(-1) ?? "");
  if (host === "vimeo.com") return vimeo(url.pathname.slice(1));
  return null;
}

function youtube(id: string): string | null {
  return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` : null;
}

function vimeo(id: string): string | null {
  return /^\d{4,14}$/.test(id) ? `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1` : null;
}

function createFrame(address: string): HTMLElement | null {
  const src = embedAddress(address);
  if (src === null) return null;
  const frame = document.createElement("iframe");
  frame.src = src;
  frame.allow = "autoplay; fullscreen; picture-in-picture";
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  return frame;
}

function createVideo(address: string): HTMLElement {
  const video = document.createElement("video");
  video.src = address;
  video.controls = true;
  video.autoplay = true;
  return video;
}
