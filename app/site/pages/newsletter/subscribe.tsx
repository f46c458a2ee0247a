import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { type PageContext, pageContext, readPageSettings } from "#app/domain/routing/page-context.ts";
import { formHeaders, readSent, uncachedPage } from "#app/site/forms/form-answer.ts";
import { LeadForm } from "#app/site/forms/lead-form.tsx";
import { SentNotice } from "#app/site/forms/sent.tsx";
import newsletterSheet from "#app/site/pages/newsletter/newsletter-page.css?url";
import { PageBorder } from "#app/site/parts/pictures/cloth.tsx";
import { describePage, linkSheets, siteFacts } from "#app/site/seo/head.ts";
import type { Route } from "./+types/subscribe.ts";
import { type CampaignOpening, readOpening } from "./archive-page.ts";
import { answerSignUpPage } from "./subscription.ts";

export const links = linkSheets(newsletterSheet);

const form = describeNewsletterForm();

export function loader({ context, url }: Route.LoaderArgs) {
  return readNewsletterPage(context.get(pageContext), url);
}

export function action({ context, request }: Route.ActionArgs) {
  return answerSignUpPage(context.get(pageContext), request, form);
}

export const headers = formHeaders;

export function meta({ loaderData: { site, text } }: Route.MetaArgs) {
  const tags = describePage({ ...site, title: "Newsletter", description: text, path: "/newsletter" });
  return [...tags, { name: "robots", content: "noindex" }];
}

export default function Subscribe({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const reference = page.sent;
  return (
    <>
      <PageBorder name="leaf" />
      {reference ? (
        <section className="narrow wide">
          <SentNotice
            form={form}
            title="One step is left. Your reference is"
            reference={reference}
            advice="Keep the number in case you write to us about it."
          />
        </section>
      ) : (
        <SignUp page={page} answer={answer} />
      )}
    </>
  );
}

function SignUp({
  page,
  answer,
}: {
  page: Route.ComponentProps["loaderData"];
  answer: Route.ComponentProps["actionData"];
}) {
  const { opening } = page;
  const ask = (
    <>
      <h1>{page.heading || "Newsletter"}</h1>
      {page.text && <p>{page.text}</p>}
      <LeadForm form={form} path="/newsletter" answer={answer} />
    </>
  );
  if (!opening) return <section className="narrow">{ask}</section>;
  return (
    <section className="page-grid sign-up">
      <div className="ask">{ask}</div>
      <OpeningSheet opening={opening} />
    </section>
  );
}

/** The start of a newsletter, on a sheet that fades out. */
function OpeningSheet({ opening: { subject, lang, path, blocks, isSample } }: { opening: CampaignOpening }) {
  return (
    <article className="one-letter opening" aria-labelledby="letter">
      <p className="when">{isSample ? "What a letter looks like" : "The latest one"}</p>
      <h2 id="letter" lang={lang}>
        {subject}
      </h2>
      <div className="begins" lang={lang}>
        {blocks.map(({ id, isHeading, text }) =>
          isHeading ? <h3 key={id}>{text}</h3> : <p key={id}>{text}</p>,
        )}
      </div>
      <a className="go" href={path}>
        Read the whole newsletter
      </a>
    </article>
  );
}

/** Data of `/newsletter`: the form, or the reference of the submission. */
async function readNewsletterPage(context: PageContext, url: URL) {
  const settings = await readPageSettings(context);
  const { heading, text } = settings.company.newsletter;
  return uncachedPage({
    heading,
    text,
    sent: readSent(url),
    opening: await readOpening(context),
    site: siteFacts(settings, context.publicUrl),
  });
}
