import { data } from "react-router";
import { readUnsubscribeLink, unsubscribe } from "#app/domain/newsletter/unsubscribe.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { publicForm, readForm } from "#app/platform/http/bodies/read-form.ts";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { privateHeaders } from "#app/site/account/forms/account-route.ts";
import newsletterSheet from "#app/site/pages/newsletter/newsletter-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/unsubscribe.ts";
import { MailLinkAnswer } from "./mail-link-answer.tsx";
import { mailLinkPage, unsubscribeTokenOf } from "./subscription.ts";

export const links = linkSheets(newsletterSheet);

/** Needs no sign-in; a GET changes nothing, since mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const reader = await readUnsubscribeLink(site.db, linkOf(url));
  return mailLinkPage(site, { reader }, reader === null ? 400 : 200);
}

/** Handles the button of this page and of mail programs (RFC 8058), which do not follow redirects. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const { db, clock } = context.get(pageContext);
  // Only the link identifies the subscriber, so an unreadable body also unsubscribes.
  const form = await readForm(request, publicForm).catch(() => new FormData());
  const by = form.get("List-Unsubscribe") === "One-Click" ? "one-click" : "link";
  const hasLeft = await unsubscribe(db, linkOf(url), { by, now: clock.now() });
  return data({ hasLeft }, hasLeft ? 200 : 400);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? describePlainPage(loaderData.site, "Unsubscribe", "/newsletter/unsubscribe") : [];
}

export default function Unsubscribe({ loaderData: { reader } }: Route.ComponentProps) {
  if (!reader)
    return (
      <MailLinkAnswer title="This link is incomplete">
        <p>Some mail programs break long links. Open the one in the newsletter again, or copy all of it.</p>
        <p className="after">
          <a href="/contact">Write to us</a> if that doesn’t help, and we’ll unsubscribe you.
        </p>
      </MailLinkAnswer>
    );
  if (reader.hasLeft)
    return (
      <MailLinkAnswer title="You’re unsubscribed">
        <p>
          We won’t send our newsletter to <strong className="address">{reader.email}</strong> any more.
        </p>
        <p className="after mute">
          Unsubscribed by mistake? <a href="/newsletter">Subscribe again</a>.
        </p>
      </MailLinkAnswer>
    );
  return (
    <MailLinkAnswer title="Unsubscribe from the newsletter?">
      <p>
        We’ll stop sending it to <strong className="address">{reader.email}</strong>.
      </p>
      <form method="post" className="button-row">
        <button className="btn" type="submit">
          Unsubscribe
        </button>
      </form>
    </MailLinkAnswer>
  );
}

function linkOf(url: URL) {
  return { key: unsubscribeTokenOf(url), campaign: url.searchParams.get("issue") ?? "" };
}
