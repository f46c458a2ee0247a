import { data } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { type LeadFormDescription, writeNotSaved } from "#app/leads/intake/forms.ts";
import { acceptSubscriber } from "#app/leads/subscribers/subscribe.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { answerForm, receiveForm } from "#app/site/forms/form-answer.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/** What the foot of a page is answered with: one of the two. */
export interface SignUpAnswer {
  /** The words of thanks, once it is kept. */
  thanks?: string;
  /** What is wrong, in words for the one field there is. */
  error?: string;
}

/** Answers the form on `/newsletter`. */
export function answerSignUpPage(site: PageContext, request: Request, form: LeadFormDescription) {
  return answerForm(site, request, { form, accept: acceptSubscriber, path: "/newsletter" });
}

/** Answers the form at the foot of every page, as JSON for its script. */
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
 * The page a link in a mail leads to: one reader's own, kept by nobody, its address told to no other. A link that is none
 * of ours, or no whole one, is a bad request.
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
