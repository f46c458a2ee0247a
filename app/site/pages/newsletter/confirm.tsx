import { data } from "react-router";
import { confirmSubscription, readConfirmation } from "#app/domain/newsletter/subscribers/subscribe.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { describePlainPage } from "#app/site/account/forms/account-page.tsx";
import { privateHeaders } from "#app/site/account/forms/account-route.ts";
import newsletterSheet from "#app/site/pages/newsletter/newsletter-page.css?url";
import { linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/confirm.ts";
import { MailLinkAnswer } from "./mail-link-answer.tsx";
import { mailLinkPage, unsubscribeTokenOf } from "./subscription.ts";

export const links = linkSheets(newsletterSheet);

/** Public to holders of the mailed link; a GET changes nothing, since mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const page = await readConfirmation(site.db, unsubscribeTokenOf(url), site.clock.now());
  return mailLinkPage(site, page, page.state === "gone" ? 400 : 200);
}

export async function action({ context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(pageContext);
  const isDone = await confirmSubscription(db, unsubscribeTokenOf(url), clock.now());
  return data({ isDone }, isDone ? 200 : 400);
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData
    ? describePlainPage(loaderData.site, "Confirm the newsletter", "/newsletter/confirm")
    : [];
}

export default function Confirm({ loaderData: page }: Route.ComponentProps) {
  if (page.state === "gone")
    return (
      <MailLinkAnswer title="This link has expired">
        <p>Confirmation links work for seven days. Subscribe again, and we’ll send you a new one.</p>
        <div className="button-row">
          <a className="btn" href="/newsletter">
            Subscribe again
          </a>
        </div>
      </MailLinkAnswer>
    );
  if (page.state === "done")
    return (
      <MailLinkAnswer title="You’re subscribed">
        <p>
          The next issue comes to <strong className="address">{page.email}</strong>. Every issue has a link to
          unsubscribe.
        </p>
        <div className="button-row">
          <a className="go" href="/newsletter/archive">
            Read past issues
          </a>
        </div>
      </MailLinkAnswer>
    );
  return (
    <MailLinkAnswer title="Confirm your subscription">
      <p>
        We’ll send our newsletter to <strong className="address">{page.email}</strong>.
      </p>
      <form method="post" className="button-row">
        <button className="btn" type="submit">
          Confirm subscription
        </button>
      </form>
      <p className="after mute">Didn’t subscribe? Just close this page.</p>
    </MailLinkAnswer>
  );
}
