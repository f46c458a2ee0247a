import { data, Form } from "react-router";
import { publicForm, readForm } from "#app/http/bodies/read-form.ts";
import { readUnsubscribeLink, unsubscribe } from "#app/newsletter/unsubscribe.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { privateHeaders } from "#app/site/account/forms/account-route.ts";
import newsletterSheet from "#app/site/newsletter/newsletter-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Route } from "./+types/unsubscribe.ts";
import { MailLinkAnswer } from "./mail-link-answer.tsx";
import { mailLinkPage, unsubscribeTokenOf } from "./subscription.ts";

export const links = linkSheets(newsletterSheet);

/** Anyone with the link; looking changes nothing, since mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const reader = await readUnsubscribeLink(site.db, linkOf(url));
  return mailLinkPage(site, { reader }, reader === null ? 400 : 200);
}

/** By the button here or by a mail program's (RFC 8058): the answer is no redirect, which such programs do not follow. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { db, clock } = context.get(pageContext);
  // Whatever it holds, the link alone decides: who can't be read leaves all the same.
  const form = await readForm(request, publicForm).catch(() => new FormData());
  const by = form.get("List-Unsubscribe") === "One-Click" ? "one-click" : "link";
  const hasLeft = await unsubscribe(db, linkOf(url), { by, now: clock.now() });
  return data({ hasLeft }, hasLeft ? 200 : 400);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? describePlainPage(loaderData.site, "Unsubscribe", "/newsletter/unsubscribe") : [];
}

export default function Unsubscribe({ loaderData: { reader }, actionData: answer }: Route.ComponentProps) {
  const isAnswer = answer !== undefined;
  if (!reader)
    return (
      <MailLinkAnswer title="This link is incomplete" isAnswer={isAnswer}>
        <p>Some mail programs break long links. Open the one in the newsletter again, or copy all of it.</p>
        <p className="after">
          <PageLink to="/contact">Write to us</PageLink> if that doesn’t help, and we’ll unsubscribe you.
        </p>
      </MailLinkAnswer>
    );
  if (reader.hasLeft)
    return (
      <MailLinkAnswer title="You’re unsubscribed" isAnswer={isAnswer}>
        <p>
          We won’t send our newsletter to <strong className="address">{reader.email}</strong> any more.
        </p>
        <p className="after mute">
          Unsubscribed by mistake? <PageLink to="/newsletter">Subscribe again</PageLink>.
        </p>
      </MailLinkAnswer>
    );
  return (
    <MailLinkAnswer title="Unsubscribe from the newsletter?" isAnswer={false}>
      <p>
        We’ll stop sending it to <strong className="address">{reader.email}</strong>.
      </p>
      <Form method="post" className="button-row">
        <button className="btn" type="submit">
          Unsubscribe
        </button>
      </Form>
    </MailLinkAnswer>
  );
}

function linkOf(url: URL) {
  return { key: unsubscribeTokenOf(url), campaign: url.searchParams.get("issue") ?? "" };
}
