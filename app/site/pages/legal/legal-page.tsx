import { PageHead } from "#app/site/parts/page-head.tsx";
import { Contents, RichTextView } from "#app/site/parts/rich-text.tsx";

interface LegalPageProps {
  title: string;
  html: string;
  headings: readonly { id: string; text: string }[];
}

/** Page of the terms or of the privacy policy. */
export function LegalPage({ title, html, headings }: LegalPageProps) {
  return (
    <>
      <PageHead title={title} />
      <section className="page-grid detail legal">
        <Contents title="On this page" headings={headings} lang={undefined} />
        <div className="body">
          <RichTextView html={html} />
        </div>
      </section>
    </>
  );
}
