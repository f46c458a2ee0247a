import { PageCover } from "#app/site/parts/page-cover.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { RichText } from "#app/site/parts/rich-text.tsx";
import { PostPage } from "../blog/detail.tsx";
import { ClientsPage } from "../clients/list.tsx";
import { MediaPage } from "../media/detail.tsx";
import { CaseStudyPage } from "../portfolio/detail.tsx";
import { ServicePage } from "../services/detail.tsx";
import type { Shown } from "./read-shown.ts";

/** The page itself: the very one that the public gets. */
export function ShownPage({ shown }: { shown: Shown }) {
  switch (shown.as) {
    case "service":
      return <ServicePage page={shown.page} />;
    case "media":
      return <MediaPage page={shown.page} />;
    case "portfolio":
      return <CaseStudyPage page={shown.page} />;
    case "blog":
      return <PostPage page={shown.page} />;
    case "client":
      return <ClientsPage page={shown.page} />;
    case "plain":
      return <PlainPage page={shown.page} />;
  }
}

function PlainPage({ page }: { page: Extract<Shown, { as: "plain" }>["page"] }) {
  return (
    <>
      <PageHead title={page.title} lead={page.summary} />
      <PageCover picture={page.cover} title={page.title} />
      <section className="detail g">
        <div className="body">
          {page.texts.map(({ label, html }) => (
            <RichText key={label} html={html} />
          ))}
        </div>
      </section>
    </>
  );
}
