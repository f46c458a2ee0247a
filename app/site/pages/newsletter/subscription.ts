import { data } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import { type LeadFormDescription, writeNotSaved } from "#app/domain/leads/intake/forms.ts";
import { acceptSubscriber } from "#app/domain/newsletter/subscribers/subscribe.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { answerForm, receiveForm } from "#app/site/forms/form-answer.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** Response to the form in the footer, with one of the two. */
export interface SignUpAnswer {
  /** Message of thanks once the subscriber is stored. */
  thanks?: string;
  /** Error message for the only field. */
  error?: string;
}

/** Answers the form on `/newsletter`. */
export function answerSignUpPage(site: PageContext, request: Request, form: LeadFormDescription) {
  return answerForm(site, request, { form, accept: acceptSubscriber, path: "/newsletter" });
}

/** Answers the form in the footer of every page with JSON. */
export async function answerNewsletterSignUp(
  site: PageContext,
  request: Request,
  form: LeadFormDescription,
): Promise<Response> {
  const received = await receiveForm(site, request, { form, accept: acceptSubscriber });
  if (!("refused" in received))
    return Response.json({ thanks: form.thanks } satisfies SignUpAnswer, { status: 201 });
  const { data: answer, init } = received.refused;
  const error = answer.notSaved
    ? writeNotSaved(answer.notSaved)
    : (Object.values(answer.errors)[0] ?? answer.title);
  return Response.json(
    { error } satisfies SignUpAnswer,
    typeof init === "number" ? { status: init } : (init ?? {}),
  );
}

/**
 * The page behind a link in a mail. It is private: without cache and referrer.
 * @param status 400 for an invalid or incomplete link
 */
export async function mailLinkPage<Page extends object>(
  { db, publicUrl, requestContext }: PageContext,
  page: Page,
  status: 200 | 400,
) {
  requestContext.noStore();
  const site = siteFacts(await readSettings(db), publicUrl);
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return data({ ...page, site }, { status, headers });
}

export function unsubscribeTokenOf(url: URL): string {
  return url.searchParams.get("key") ?? "";
}
