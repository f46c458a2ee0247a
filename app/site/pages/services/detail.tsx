import { service } from "#app/domain/content/kinds/service.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { looksOf } from "#app/lib/weave/looks.ts";
import { PortfolioPiece, sizesAcross } from "#app/site/pages/portfolio/piece.tsx";
import type { PieceFacts } from "#app/site/pages/portfolio/pieces.ts";
import servicesSheet from "#app/site/pages/services/services-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import { Knot } from "#app/site/parts/pictures/cloth.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { CallToAction, SectionHead } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { found, slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/detail.ts";
import { readServicePage } from "./service-page.ts";

export const links = linkSheets(textSheet, servicesSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const entry = found(await findPublished(site.db, service, slugParam(url)));
  return keepStructuredData(context, await readServicePage(site, entry));
}

export function meta({ loaderData: { search, site } }: Route.MetaArgs) {
  return describePage({ ...search, ...site });
}

export default function Service({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <ServicePage page={loaderData} />
      <StructuredData key={loaderData.path} />
    </>
  );
}

type ServiceData = Omit<Awaited<ReturnType<typeof readServicePage>>, "nodes">;

/** The page of a service, also for previews. */
export function ServicePage({ page }: { page: ServiceData }) {
  const {
    title,
    crumbs,
    summary,
    cover,
    icon,
    opening,
    body,
    features,
    steps,
    questions,
    facts,
    work,
    whatsapp,
    closing,
  } = page;
  return (
    <>
      <PageHead title={title} lead={summary} crumbs={crumbs} />
      <PageCover picture={cover} title={title} icon={icon} />
      <section className="service detail page-grid">
        <div className="body">
          {opening && <RichTextView html={opening} className="opening" />}
          <Features features={features} />
          {body && <RichTextView html={body} />}
          <Steps steps={steps} />
          <Questions questions={questions} />
        </div>
        <ServiceSide title={title} facts={facts} whatsapp={whatsapp} />
      </section>
      <ServiceWork pieces={work} />
      <CallToAction closing={closing} />
    </>
  );
}

/** Case studies of a service, alternating large and small. */
function ServiceWork({ pieces }: { pieces: readonly PieceFacts[] }) {
  if (pieces.length === 0) return null;
  const looks = looksOf(pieces.map((piece) => piece.title));
  return (
    <section className="grid-work across rule page-grid" aria-labelledby="work">
      <SectionHead id="work" title="Where we’ve done it before" />
      {pieces.map((piece, at) => (
        <PortfolioPiece
          key={piece.path}
          piece={piece}
          look={looks[at]}
          position={at}
          heading="h3"
          sizes={sizesAcross(at, pieces.length)}
        />
      ))}
    </section>
  );
}

interface ServiceSideProps {
  title: string;
  facts: readonly { label: string; value: string }[];
  /** The number, or "". */
  whatsapp: string;
}

/** Price, duration and contact. */
function ServiceSide({ title, facts, whatsapp }: ServiceSideProps) {
  const phone = useShellData()?.company.phone;
  return (
    <aside className="side" aria-label="At a glance">
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={label + value}>
              <dt lang={langAttribute(label)}>{label}</dt>
              <dd className="num" lang={langAttribute(value)}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <a className="btn" href={`/contact?${new URLSearchParams({ service: title })}`}>
        Ask about this service <Icon name="arrow-right" className="i-arrow" />
      </a>
      {phone && (
        <p className="small mute">
          Or call us: <a href={dialAddress(phone)}>{phone}</a>
        </p>
      )}
      {whatsapp && (
        <p className="small mute">
          <a href={chatAddress(whatsapp, `I am reading ${title}…`)} rel="noopener" target="_blank">
            Ask on WhatsApp<span className="visually-hidden"> (opens a new tab)</span>
          </a>
        </p>
      )}
      <p className="small mute">
        <a href="/calltoaction">Request a call</a>
      </p>
    </aside>
  );
}

interface TitledText {
  title: string;
  text: string;
}

/** Features of the service, two in a row. */
function Features({ features }: { features: readonly TitledText[] }) {
  if (features.length === 0) return null;
  return (
    <>
      <h2>What you get</h2>
      <div className="feature">
        {features.map(({ title, text }) => (
          <div key={title + text} lang={langAttribute(title + text)}>
            {title && <h3>{title}</h3>}
            {text && <p>{text}</p>}
          </div>
        ))}
      </div>
    </>
  );
}

/** Steps of the work on one line. */
function Steps({ steps }: { steps: readonly (TitledText & { when: string })[] }) {
  if (steps.length === 0) return null;
  return (
    <>
      <h2>How it works</h2>
      <ol className="thread upright">
        {steps.map(({ when, title, text }) => (
          <li key={when + title + text} lang={langAttribute(title + text)}>
            <Knot />
            {when && <p className="when">{when}</p>}
            {title && <h3>{title}</h3>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Questions that expand without scripts; the first is open as a hint. */
function Questions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  if (questions.length === 0) return null;
  return (
    <>
      <h2>Questions we get</h2>
      <div className="faq">
        {questions.map(({ question, answer }, at) => (
          <details key={question} open={at === 0} lang={langAttribute(question + answer)}>
            <summary>
              {question} <Icon name="plus" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </>
  );
}
