import { data } from "react-router";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest } from "#app/accounts/accounts.ts";
import { isAway } from "#app/database/engines/bounded-pool.ts";
import { publicForm, readForm } from "#app/http/bodies/read-form.ts";
import { formStatus, retryAfter } from "#app/http/responses/domain-error-answers.ts";
import { isSameOrigin } from "#app/http/security/same-origin.ts";
import { sendAgainAfter } from "#app/leads/intake/not-saved.ts";
import { ownAddress, signInPath } from "#app/pages/own-address.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { leadToConfirm, readTyped } from "#app/pages/stale-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { accountRequestOf, type RouteArgs } from "./asking.ts";
import { redirectOn } from "./private-page.ts";

/** What a form of an account page sent. */
export interface SentForm {
  /** Which of the page's forms it was. */
  intent: string;
  text(name: string): string;
  isTicked(name: string): boolean;
  file(name: string): File | null;
}

type Handle<Answer> = (sent: SentForm, accounts: AccountContext, asking: AccountRequest) => Promise<Answer>;

/**
 * Takes a form in; a refusal becomes the answer that shows it again, with everything typed but
 * passwords, and so does a database that is away. What another site sends is not even read.
 */
export async function takeForm<Answer>(args: RouteArgs, handle: Handle<Answer>, bounds = publicForm) {
  const { request, context } = args;
  let form = new FormData();
  if (!isSameOrigin(request, context.get(pageContext).publicUrl))
    return answer(form, { title: stranger, status: 403 });
  const { accounts, asking } = accountRequestOf(args);
  try {
    form = await readForm(request, bounds);
    return await handle(readSent(form), accounts, asking);
  } catch (error) {
    if (isAway(error)) {
      context.get(pageContext).requestContext.answerFromMemory(error);
      return answer(form, { title: notSaved, status: 503, wait: String(sendAgainAfter) });
    }
    if (!(error instanceof DomainError)) throw error;
    const toConfirm =
      error.code === "stale-session" ? await leadToConfirm(context.get(pageContext), request, form) : null;
    return toConfirm ?? answerRefusal(error, form, request);
  }
}

const notSaved = "We could not save this just now, so nothing was changed. Please send it again in a minute.";
const stranger = "Your browser did not say that this came from our page. Please send it once more.";

function readSent(form: FormData): SentForm {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    intent: text("intent"),
    text,
    isTicked: (name) => form.has(name),
    file(name) {
      const value = form.get(name);
      return value instanceof File && value.size > 0 ? value : null;
    },
  };
}

function answerRefusal(refusal: DomainError, form: FormData, request: Request) {
  const { code, message, fields } = refusal;
  if (code === "unauthenticated" && Object.keys(fields).length === 0 && refusal.reason === code)
    return redirectOn(signInPath(ownAddress(request)));
  return answer(form, {
    title: message,
    errors: fields,
    status: formStatus(code),
    wait: retryAfter(refusal),
  });
}

interface Shown {
  title: string;
  errors?: Record<string, string>;
  status: number;
  /** Seconds until another try. */
  wait?: string | null;
}

function answer(form: FormData, { title, errors = {}, status, wait }: Shown) {
  const shown: FormAnswer = { title, errors, typed: readTyped(form), isConsentTicked: form.has("consent") };
  return data(shown, { status, headers: wait ? { "retry-after": wait } : {} });
}
