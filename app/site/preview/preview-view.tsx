import { spellMoment } from "#app/lib/text/moments.ts";
import { AuthorPage } from "#app/site/pages/authors/detail.tsx";
import blogSheet from "#app/site/pages/blog/blog-page.css?url";
import { PostPage } from "#app/site/pages/blog/detail.tsx";
import clientsSheet from "#app/site/pages/clients/clients-page.css?url";
import { ClientsPage } from "#app/site/pages/clients/list.tsx";
import { MediaPage } from "#app/site/pages/media/detail.tsx";
import mediaSheet from "#app/site/pages/media/media-page.css?url";
import caseStudySheet from "#app/site/pages/portfolio/case-study-page.css?url";
import { CaseStudyPage } from "#app/site/pages/portfolio/detail.tsx";
import { ServicePage } from "#app/site/pages/services/detail.tsx";
import servicesSheet from "#app/site/pages/services/services-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { linkSheets } from "#app/site/seo/head.ts";
import gallerySheet from "#app/site/styles/gallery-page.css?url";
import textSheet from "#app/site/styles/text-page.css?url";
import type { PreviewData, ShownVersion } from "./read-preview-page.ts";

/** The public page of an entry, below a bar that marks it as a preview. */
export function PreviewView({ preview }: { preview: PreviewData }) {
  const { place, shown } = preview;
  return (
    <>
      <aside className="preview-bar" aria-label="About this preview" data-place={place || undefined}>
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

/** The same page component that visitors get. */
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

/** Style sheets of all kinds of content. */
export const previewedSheets = linkSheets(
  textSheet,
  gallerySheet,
  servicesSheet,
  mediaSheet,
  clientsSheet,
  caseStudySheet,
  blogSheet,
);
