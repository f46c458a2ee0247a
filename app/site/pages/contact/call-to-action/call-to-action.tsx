import type { Settings } from "#app/domain/company/settings-schema.ts";
import { acceptCall } from "#app/domain/leads/intake/accept-lead.ts";
import { describeCallForm } from "#app/domain/leads/intake/call-form.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { answerForm, formHeaders } from "#app/site/forms/form-answer.ts";
import { LeadForm } from "#app/site/forms/lead-form.tsx";
import { readCallPage } from "#app/site/forms/lead-pages.ts";
import { SentNotice } from "#app/site/forms/sent.tsx";
import callToActionSheet from "#app/site/pages/contact/call-to-action/call-to-action-page.css?url";
import { type OpeningFacts, OpeningPanel } from "#app/site/parts/opening-panel.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import { ClothPicture, PageBorder } from "#app/site/parts/pictures/cloth.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/call-to-action.ts";

export const links = linkSheets(callToActionSheet);

const form = describeCallForm();
const path = "/calltoaction";

export function loader({ context, url }: Route.LoaderArgs) {
  return readCallPage(context.get(pageContext), url);
}

export function action({ context, request }: Route.ActionArgs) {
  return answerForm(context.get(pageContext), request, { form, accept: acceptCall, path });
}

export const headers = formHeaders;

export function meta({ loaderData: page }: Route.MetaArgs) {
  const title = page.sent ? "Your request has arrived" : page.heading || "Request a call";
  const tags = describePage({ ...page.site, title, description: page.lead, path });
  return page.sent ? [...tags, { name: "robots", content: "noindex" }] : tags;
}

export default function AskForCall({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return (
    <>
      {page.sent ? (
        <PageBorder name="kali" />
      ) : (
        <PageHead title={page.heading || "Request a call"} lead={page.lead} />
      )}
      <section className={page.sent ? "call page-grid" : "call flush page-grid"}>
        {page.sent ? (
          <SentNotice
            form={form}
            title="We have your request. Your reference is"
            reference={page.sent}
            replyTime={page.replyTime}
            advice="Keep the number in case you ring us first."
          />
        ) : (
          <LeadForm
            form={form}
            path={path}
            answer={answer}
            replyTime={page.replyTime}
            values={{ topic: page.topic }}
            looks={looks}
          />
        )}
        <CallNow phone={page.phone} whatsapp={page.whatsapp} opening={page.opening} />
      </section>
    </>
  );
}

const looks = {
  phone: { isOneOfSeveral: true },
  email: { isOneOfSeveral: true },
  topic: { isWide: true, hint: "A call back, a price, papers to read: whatever would help you." },
};

interface CallNowProps {
  phone: string;
  whatsapp: Settings["company"]["whatsapp"];
  opening: OpeningFacts | null;
}

/** Phone number and WhatsApp; hidden without both. */
function CallNow({ phone, whatsapp, opening }: CallNowProps) {
  if (!phone && !whatsapp.number) return null;
  return (
    <aside className="call-now" aria-label="Reach us now">
      <ClothPicture seed="Shall we ring you?" tone="blue" layout="kalka" width={490} height={320} eager />
      {phone && (
        <>
          <h2>Or call us now</h2>
          <a className="number num" href={dialAddress(phone)}>
            {phone}
          </a>
        </>
      )}
      {whatsapp.number && (
        <a className="go" href={chatAddress(whatsapp.number)} rel="noopener">
          Write on WhatsApp
        </a>
      )}
      <OpeningPanel opening={opening} />
    </aside>
  );
}
