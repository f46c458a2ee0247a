import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { refreshMessage } from "#app/pages/page-addresses.ts";
import { AuthorPage } from "#app/site/authors/detail.tsx";
import blogSheet from "#app/site/blog/blog-page.css?url";
import { PostPage } from "#app/site/blog/detail.tsx";
import clientsSheet from "#app/site/clients/clients-page.css?url";
import { ClientsPage } from "#app/site/clients/list.tsx";
import { MediaPage } from "#app/site/media/detail.tsx";
import mediaSheet from "#app/site/media/media-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import caseStudySheet from "#app/site/portfolio/case-study-page.css?url";
import { CaseStudyPage } from "#app/site/portfolio/detail.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import { ServicePage } from "#app/site/services/detail.tsx";
import servicesSheet from "#app/site/services/services-page.css?url";
import gallerySheet from "#app/site/styles/gallery-page.css?url";
import textSheet from "#app/site/styles/text-page.css?url";
import { spellMoment } from "#app/text/moments.ts";
import type { PreviewData, ShownVersion } from "./read-preview-page.ts";

/** The public page of an entry below a bar that says that it is none. */
export function PreviewView({ preview }: { preview: PreviewData }) {
  const { place, shown } = preview;
  useFrameOf(place);
  return (
    <>
      <aside className="preview-bar" aria-label="About this preview">
        <p>
          <b>{preview.isLive ? "Preview of what is public" : "Preview, not public"}</b> {describe(preview)}
        </p>
        {place && <a href={`#${encodeURIComponent(place)}`}>Show “{preview.title}”</a>}
      </aside>
      <ShownPage shown={shown} />
    </>
  );
}

function describe({ until, timeZone, isNewest, version }: PreviewData): string {
  if (until !== "") return `This link works until ${spellMoment(until, timeZone)}.`;
  return isNewest ? `Version ${version}, the newest.` : `Version ${version}, an older one.`;
}

/**
 * Brings the eye to the entry's place in its list, once. Beside the form it belongs to, a preview looks again when it is
 * told to, without moving, and opens what is clicked elsewhere, so that it stays what it is.
 */
function useFrameOf(place: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (place !== "" && location.hash === "") document.getElementById(place)?.scrollIntoView();
  }, [place]);
  useEffect(() => {
    if (window.parent === window) return;
    const hear = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === location.origin && source === window.parent;
      if (isOurs && data === refreshMessage) void revalidate();
    };
    window.addEventListener("message", hear);
    document.addEventListener("click", openElsewhere, { capture: true });
    return () => {
      window.removeEventListener("message", hear);
      document.removeEventListener("click", openElsewhere, { capture: true });
    };
  }, [revalidate]);
}

function openElsewhere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isWithin = !link || link.getAttribute("href")?.startsWith("#");
  if (isWithin || link.closest("[data-video]")) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, "_blank", "noopener");
}

/** The page itself: the very one that the public gets. */
function ShownPage({ shown }: { shown: ShownVersion }) {
  switch (shown.as) {
    case "service":
      return <ServicePage page={shown.page} />;
    case "media":
      return <MediaPage page={shown.page} />;
    case "portfolio":
      return <CaseStudyPage page={shown.page} />;
    case "blog":
      return <PostPage page={shown.page} />;
    case "author":
      return <AuthorPage page={shown.page} />;
    case "client":
      return <ClientsPage page={shown.page} />;
    case "plain":
      return <PlainPage page={shown.page} />;
  }
}

function PlainPage({ page }: { page: Extract<ShownVersion, { as: "plain" }>["page"] }) {
  return (
    <>
      <PageHead title={page.title} lead={page.summary} />
      <PageCover picture={page.cover} title={page.title} />
      <section className="detail page-grid">
        <div className="body">
          {page.texts.map(({ label, html }) => (
            <RichTextView key={label} html={html} />
          ))}
        </div>
      </section>
    </>
  );
}

/** The sheets of whatever kind is looked at. */
export const previewedSheets = linkSheets(
  textSheet,
  gallerySheet,
  servicesSheet,
  mediaSheet,
  clientsSheet,
  caseStudySheet,
  blogSheet,
);
