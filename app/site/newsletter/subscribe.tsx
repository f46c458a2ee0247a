import { Link } from "react-router";
import { describeNewsletterForm } from "#app/leads/intake/newsletter-form.ts";
import { type PageContext, pageContext, readPageSettings } from "#app/pages/page-context.ts";
import { formHeaders, readSent, unkept } from "#app/site/forms/form-answer.ts";
import { LeadForm } from "#app/site/forms/lead-form.tsx";
import { keepTypedForm } from "#app/site/forms/send-form.ts";
import { SentNotice } from "#app/site/forms/sent.tsx";
import newsletterSheet from "#app/site/newsletter/newsletter-page.css?url";
import { Paar } from "#app/site/parts/pictures/cloth.tsx";
import { describePage, linkSheets, siteFacts } from "#app/site/seo/head.ts";
import type { Route } from "./+types/subscribe.ts";
import { answerSignUpPage } from "./subscription.ts";

export const links = linkSheets(newsletterSheet);

const form = describeNewsletterForm();

export function loader({ context, url }: Route.LoaderArgs) {
  return readNewsletterPage(context.get(pageContext), url);
}

export function action({ context, request }: Route.ActionArgs) {
  return answerSignUpPage(context.get(pageContext), request, form);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return keepTypedForm({ request, serverAction, sendsItself: true });
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
      <Paar name="leaf" />
      <section className={reference ? "narrow wide" : "narrow"}>
        {reference ? (
          <SentNotice
            form={form}
            title="One step is left. Your reference is"
            reference={reference}
            advice="Keep the number in case you write to us about it."
          />
        ) : (
          <>
            <h1>{page.heading || "Newsletter"}</h1>
            {page.text && <p>{page.text}</p>}
            <LeadForm form={form} path="/newsletter" answer={answer} />
            <p className="small after">
              <Link to="/newsletter/archive">Read one first</Link>
            </p>
          </>
        )}
      </section>
    </>
  );
}

/** What `/newsletter` shows: the form, or the reference of what was sent. */
async function readNewsletterPage(context: PageContext, url: URL) {
  const settings = await readPageSettings(context);
  const { heading, text } = settings.company.newsletter;
  return unkept({
    heading,
    text,
    sent: readSent(url),
    site: siteFacts(settings, context.publicUrl),
  });
}
