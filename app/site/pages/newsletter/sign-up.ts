import { redirect } from "react-router";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/sign-up.ts";
import { answerNewsletterSignUp } from "./subscription.ts";

/** Redirects to the form, since this address only receives it. */
export function loader() {
  return redirect("/newsletter");
}

/**
 * Receives the footer form of every page. It answers with JSON, so that no page needs to load a script for the
 * answer.
 */
export function action({ context, request }: Route.ActionArgs) {
  return answerNewsletterSignUp(context.get(pageContext), request, describeNewsletterForm());
}
