import { redirect } from "react-router";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/sign-up.ts";
import { answerNewsletterSignUp } from "./subscription.ts";

/** There is nothing to see. */
export function loader() {
  return redirect("/newsletter");
}

/** The foot of every page asks here, since a page's own answer would need its script fetched first. */
export function action({ context, request }: Route.ActionArgs) {
  return answerNewsletterSignUp(context.get(pageContext), request, describeNewsletterForm());
}
