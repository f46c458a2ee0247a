import {
  createContext,
  data,
  type HeadersArgs,
  type RouterContextProvider,
  redirect,
  redirectDocument,
} from "react-router";
import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import type { AccountRequest, Signed } from "#app/domain/accounts/accounts.ts";
import { staleStatus } from "#app/domain/accounts/browser/confirmation.ts";
import { createCookieJar } from "#app/domain/accounts/sessions/cookies.ts";
import { retryAfterSeconds } from "#app/domain/leads/intake/forms.ts";
import { signedOf } from "#app/domain/routing/guard.ts";
import { confirmPath, ownAddress, signedOutProblem, signInPath } from "#app/domain/routing/page-addresses.ts";
import { pageContext, readPageSettings } from "#app/domain/routing/page-context.ts";
import { readTyped, redirectToReauth, takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isDatabaseUnavailable } from "#app/platform/database/engines/bounded-pool.ts";
import { publicForm, readForm } from "#app/platform/http/bodies/read-form.ts";
import { formStatus, retryAfter } from "#app/platform/http/responses/refusals.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { type SiteFacts, siteFacts } from "#app/site/seo/head.ts";

export interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** Returns the accounts and the request to pass to them. */
export function accountRequestOf({ context, request }: RouteArgs) {
  const { accounts, requestContext } = context.get(pageContext);
  const accountRequest: AccountRequest = { request, requestContext };
  return { accounts, accountRequest };
}

/** Reads the answer that refills a form after a reauthentication; undefined when no form was stored. */
export async function readRestoredAnswer({ context, request }: RouteArgs): Promise<FormAnswer | undefined> {
  const typed = await takeTypedForm(context.get(pageContext), request);
  const title = "Confirmed. What you typed is still here: please send it again.";
  return typed ? { title, errors: {}, typed, isConsentTicked: false, isRestored: true } : undefined;
}

/** Whether a form was refused because the session is not fresh, and the browser reauthenticates in a dialog. */
const staleAnswerContext = createContext(false);

/** Returns the signed-in user of a fresh session; redirects to the reauthentication page otherwise. */
export function needFresh(args: RouteArgs): Signed {
  const signed = signedOf(args.context);
  const isRefusedInPlace = args.context.get(staleAnswerContext);
  if (!signed.isFresh && !isRefusedInPlace) throw redirect(confirmPath(ownAddress(args.request)));
  return signed;
}

/** Sent fields of a form on an account page. */
export interface SentForm {
  /** Identifies the form among those of its page. */
  intent: string;
  text(name: string): string;
  isTicked(name: string): boolean;
  file(name: string): File | null;
}

type Handle<Answer> = (
  sent: SentForm,
  accounts: AccountContext,
  accountRequest: AccountRequest,
) => Promise<Answer>;

/**
 * Reads and handles a form. A refusal or an unavailable database becomes an answer that shows the form again, with
 * its typed text except passwords.
 */
export async function takeForm<Answer>(args: RouteArgs, handle: Handle<Answer>, bounds = publicForm) {
  const { request, context } = args;
  let form = new FormData();
  const { accounts, accountRequest } = accountRequestOf(args);
  try {
    form = await readForm(request, bounds);
    return noteStale(args, await handle(readSent(form), accounts, accountRequest));
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      context.get(pageContext).requestContext.answerFromMemory(error);
      return answer(form, { title: notSaved, status: 503, wait: String(retryAfterSeconds) });
    }
    if (!(error instanceof DomainError)) throw error;
    const toConfirm =
      error.code === "stale-session" ? await redirectToReauth(context.get(pageContext), request, form) : null;
    return toConfirm ?? noteStale(args, answerError(error, form, request));
  }
}

/** Lets the page of a refused form load although the session is not fresh. */
function noteStale<Answer>({ context }: RouteArgs, answer: Answer): Answer {
  const isStale = answer instanceof Object && "init" in answer && statusOf(answer.init) === staleStatus;
  if (isStale) context.set(staleAnswerContext, true);
  return answer;
}

function statusOf(init: unknown): unknown {
  return init instanceof Object && "status" in init ? init.status : null;
}

const notSaved = "We could not save this just now, so nothing was changed. Please send it again in a minute.";

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

function answerError(error: DomainError, form: FormData, request: Request) {
  const { code, message, fields } = error;
  if (code === "unauthenticated" && Object.keys(fields).length === 0 && error.reason === code)
    return redirectOn(signInPath(ownAddress(request), signedOutProblem));
  return answer(form, {
    title: message,
    errors: fields,
    status: formStatus(code),
    wait: retryAfter(error),
  });
}

interface Shown {
  title: string;
  errors?: Record<string, string>;
  status: number;
  /** Seconds until a retry is allowed. */
  wait?: string | null;
}

function answer(form: FormData, { title, errors = {}, status, wait }: Shown) {
  const shown: FormAnswer = { title, errors, typed: readTyped(form), isConsentTicked: form.has("consent") };
  return data(shown, { status, headers: wait ? { "retry-after": wait } : {} });
}

/** Data of a page for one visitor; never cached. */
export async function privatePage<Data extends object>({ context }: RouteArgs, page: Data) {
  return data(await withSite(context, page), { headers: { "cache-control": "no-store" } });
}

/** Like `privatePage`, for a page with a secret in its address: other sites receive no referrer. */
export async function secretPage<Data extends object>({ context }: RouteArgs, page: Data) {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return data(await withSite(context, page), { headers });
}

/** Headers of a private page, its form answers and its errors. */
export function privateHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders, ...(errorHeaders ?? [])]);
}

/** Redirects after a completed action, so that a reload sends nothing again. */
export function redirectOn(path: string, cookies: readonly string[] = []): Response {
  // The dashboard is another document, with its own style and scripts.
  const response = path.startsWith("/dashboard") ? redirectDocument(path, 303) : redirect(path, 303);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

async function withSite<Data extends object>(
  context: RouteArgs["context"],
  page: Data,
): Promise<Data & { site: SiteFacts }> {
  const { db, requestContext, publicUrl } = context.get(pageContext);
  return { ...page, site: siteFacts(await readPageSettings({ db, requestContext }), publicUrl) };
}

/** Returns the secret of a mailed link. */
export function tokenOf(url: URL): string {
  return url.searchParams.get("token") ?? "";
}

/** Lifetime in seconds of the cookie with the address for the sign-in form. */
const signInEmailSeconds = 600;

/** Cookie with the e-mail address of a mailed link, for the sign-in form. It keeps the address out of URLs. */
export function nameSignInEmail({ publicUrl }: AccountContext, email: string): string {
  const value = encodeURIComponent(email).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return createCookieJar(publicUrl).set("signInEmail", value, signInEmailSeconds);
}

/** Reads the e-mail address for the sign-in form; empty without the cookie. */
export function readSignInEmail({ publicUrl }: AccountContext, request: Request): string {
  try {
    return decodeURIComponent(createCookieJar(publicUrl).read(request, "signInEmail") ?? "");
  } catch {
    return "";
  }
}
