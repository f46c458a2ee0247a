import { PageHead } from "#app/site/parts/page-head.tsx";
import { RichText } from "#app/site/parts/rich-text.tsx";

/** Terms and privacy: a heading and what settings say. */
export function LegalPage({ title, html }: { title: string; html: string }) {
  return (
    <>
      <PageHead title={title} />
      <section className="g legal">
        <RichText html={html} />
      </section>
    </>
  );
}
