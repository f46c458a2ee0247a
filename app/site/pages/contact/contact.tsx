import { acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { describeContactForm } from "#app/domain/leads/intake/forms.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { promiseReply } from "#app/lib/text/reply-time.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { answerForm, formHeaders } from "#app/site/forms/form-answer.ts";
import { LeadForm } from "#app/site/forms/lead-form.tsx";
import { readContactPage } from "#app/site/forms/lead-pages.ts";
import { SentNotice } from "#app/site/forms/sent.tsx";
import companySheet from "#app/site/pages/about/company-page.css?url";
import { Office } from "#app/site/parts/office.tsx";
import { OpeningPanel } from "#app/site/parts/opening-panel.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Knot, PageBorder } from "#app/site/parts/pictures/cloth.tsx";
import { Portrait } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/contact.ts";

export const links = linkSheets(companySheet);

const form = describeContactForm();

export function loader({ context, url }: Route.LoaderArgs) {
  return readContactPage(context.get(pageContext), url);
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm(context.get(pageContext), request, { form, accept: acceptMessage, path: "/contact" });
}

export const headers = formHeaders;

export function meta({ loaderData: page }: Route.MetaArgs) {
  const title = page.sent ? "Your message has arrived" : page.heading || "Contact us";
  const tags = describePage({ ...page.site, title, description: page.lead, path: "/contact" });
  return page.sent ? [...tags, { name: "robots", content: "noindex" }] : tags;
}

export default function Contact({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <>
      {page.sent ? (
        <PageBorder name="kali" />
      ) : (
        <PageHead title={page.heading || "Contact us"} lead={page.lead} />
      )}
      <section className={page.sent ? "contact page-grid" : "contact flush page-grid"}>
        {page.sent ? (
          <SentNotice
            form={form}
            title="We have your message. Your reference is"
            reference={page.sent}
            replyTime={page.answers ? "" : page.replyTime}
            advice="Keep this number: if you call, it lets us find your message straight away."
          />
        ) : (
          <LeadForm
            form={form}
            path="/contact"
            answer={answer}
            replyTime={page.answers ? "" : page.replyTime}
            values={{ service: page.chosen }}
            looks={{ ...looks, service: chooseFrom(page.services) }}
            otherWays={{ phone: page.phone, whatsapp: page.whatsapp, state: page.opening?.words ?? "" }}
          />
        )}
        <div className="beside">
          <WhoAnswers answers={page.answers} replyTime={page.replyTime} isSent={Boolean(page.sent)} />
          <OpeningPanel opening={page.opening} />
          <WhatNext {...page.next} />
          <HowToPay payment={page.payment} />
        </div>
        <div className="office-list">
          {page.offices.map((office, at) => (
            <Office key={office.city + office.address} office={office} position={at} />
          ))}
        </div>
      </section>
    </>
  );
}

type ContactData = Route.ComponentProps["loaderData"];

interface WhoAnswersProps extends Pick<ContactData, "answers" | "replyTime"> {
  isSent: boolean;
}

/** The person who answers, and the reply time. */
function WhoAnswers({ answers, replyTime, isSent }: WhoAnswersProps) {
  if (!answers) return null;
  const { name, role, picture } = answers;
  return (
    <div className="who-answers">
      <Portrait name={name} picture={picture} width={128} />
      <div>
        <p className="small">{isSent ? "Your message went to" : "Your message goes to"}</p>
        <h2 lang={langAttribute(name)}>{name}</h2>
        <p lang={langAttribute(role)}>{role}</p>
        <p>{promiseReply(replyTime)}</p>
      </div>
    </div>
  );
}

/** Steps from message to answer. */
function WhatNext({ heading, steps }: ContactData["next"]) {
  if (steps.length === 0) return null;
  const title = heading || "What happens next";
  return (
    <div>
      <h2 className="h3" lang={langAttribute(title)}>
        {title}
      </h2>
      <ol className="thread upright">
        {steps.map(({ title: step, text }) => (
          <li key={step + text} lang={langAttribute(step + text)}>
            <Knot />
            <h3>{step}</h3>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Invoice number, payment methods and contact; empty settings are left out. */
function HowToPay({ payment: { url, label, invoice, accepted, help } }: Pick<ContactData, "payment">) {
  const lines = [invoice, accepted, help].filter(Boolean);
  if (!url || lines.length === 0) return null;
  return (
    <section className="how-to-pay" aria-labelledby="how-to-pay">
      <h2 className="h3" id="how-to-pay">
        Paying an invoice
      </h2>
      {lines.map((line) => (
        <p key={line} lang={langAttribute(line)}>
          {line}
        </p>
      ))}
      <p>
        <a className="go" href={url} rel="noopener" target="_blank">
          <span lang={langAttribute(label)}>{label || "Make payment"}</span>
          <span className="visually-hidden"> (opens a new tab)</span> <Icon name="arrow-up-right" />
        </a>
      </p>
    </section>
  );
}

const looks = {
  phone: { hint: "" },
  message: { hint: "What is slow, broken or missing? Roughly when, and for how many people?" },
};

function chooseFrom(names: readonly string[]) {
  return { isWide: true, ...(names.length > 0 ? { choices: { none: "I am not sure yet", names } } : {}) };
}
