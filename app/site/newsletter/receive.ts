import { data, redirect } from "react-router";
import type { FormDescription } from "#app/leads/forms.ts";
import { acceptSubscriber } from "#app/leads/subscribers/accept.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { receiveForm } from "#app/site/forms/form-answer.ts";

/**
 * Answers a sign-up: in place where a script asks, as at the foot of every page, or with a page of its own. What is wrong
 * is always said of the one field there is.
 */
export async function receiveSignUp(site: PageContext, request: Request, form: FormDescription) {
  const received = await receiveForm(site, request, { form, accept: acceptSubscriber });
  if ("refused" in received) {
    const { data: answer, init } = received.refused;
    const errors = Object.keys(answer.errors).length > 0 ? answer.errors : { email: answer.title };
    return data({ ...answer, errors }, init ?? {});
  }
  const { reference } = received;
  if (request.headers.get("accept")?.includes("text/html"))
    return redirect(`/newsletter?sent=${reference}`, 303);
  return data({ reference, thanks: form.thanks }, 201);
}
