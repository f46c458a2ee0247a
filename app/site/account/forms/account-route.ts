import { data, type HeadersArgs, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest, Signed } from "#app/accounts/accounts.ts";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { isDatabaseUnavailable } from "#app/database/engines/bounded-pool.ts";
import { publicForm, readForm } from "#app/http/bodies/read-form.ts";
import { formStatus, retryAfter } from "#app/http/responses/refusals.ts";
import { sendAgainAfter } from "#app/leads/intake/forms.ts";
import { signedOf } from "#app/pages/guard.ts";
import { confirmPath, ownAddress, signInPath } from "#app/pages/page-addresses.ts";
import { pageContext, readPageSettings } from "#app/pages/page-context.ts";
import { leadToConfirm, readTyped, takeTypedForm } from "#app/pages/stale-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { type SiteFacts, siteFacts } from "#app/site/seo/head.ts";

export interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** The accounts, and who asks them. */
export function accountRequestOf({ context, request }: RouteArgs) {
  const { accounts, requestContext } = context.get(pageContext);
  const accountRequest: AccountRequest = { request, requestContext };
  return { accounts, accountRequest };
}

/** The answer that shows a form again as it was left to confirm who one is; undefined when there was none. */
export async function keptAnswer({ context, request }: RouteArgs): Promise<FormAnswer | undefined> {
  const typed = await takeTypedForm(context.get(pageContext), request);
  const title = "Confirmed. What you typed is still here: please send it again.";
  return typed ? { title, errors: {}, typed, isConsentTicked: false, isKept: true } : undefined;
}

/** Who is signed in, for what asks for a fresh session; leads to the page that makes it fresh first. */
export function needFresh(args: RouteArgs): Signed {
  const signed = signedOf(args.context);
  if (!signed.isFresh) throw redirect(confirmPath(ownAddress(args.request)));
  return signed;
}

/** What a form of an account page sent. */
export interface SentForm {
  /** Which of the page's forms it was. */
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
 * Takes a form in; a refusal becomes the answer that shows it again, with everything typed but
 * passwords, and so does a database that is away.
 */
export async function takeForm<Answer>(args: RouteArgs, handle: Handle<Answer>, bounds = publicForm) {
  const { request, context } = args;
  let form = new FormData();
  const { accounts, accountRequest } = accountRequestOf(args);
  try {
    form = await readForm(request, bounds);
    return await handle(readSent(form), accounts, accountRequest);
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      context.get(pageContext).requestContext.answerFromMemory(error);
      return answer(form, { title: notSaved, status: 503, wait: String(sendAgainAfter) });
    }
    if (!(error instanceof DomainError)) throw error;
    const toConfirm =
      error.code === "stale-session" ? await leadToConfirm(context.get(pageContext), request, form) : null;
    return toConfirm ?? answerError(error, form, request);
  }
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
    return redirectOn(signInPath(ownAddress(request)));
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
  /** Seconds until another try. */
  wait?: string | null;
}

function answer(form: FormData, { title, errors = {}, status, wait }: Shown) {
  const shown: FormAnswer = { title, errors, typed: readTyped(form), isConsentTicked: form.has("consent") };
  return data(shown, { status, headers: wait ? { "retry-after": wait } : {} });
}

/** What a page of one visitor shows, kept nowhere. */
export async function privatePage<Data extends object>({ context }: RouteArgs, page: Data) {
  return data(await withSite(context, page), { headers: { "cache-control": "no-store" } });
}

/** The same for a page with a secret in its address, which no other address gets to know. */
export async function secretPage<Data extends object>({ context }: RouteArgs, page: Data) {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return data(await withSite(context, page), { headers });
}

/** What a private page and its answer to a form say of themselves; a refused page is as private. */
export function privateHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders, ...(errorHeaders ?? [])]);
}

/** Leads on after something was done, by an address that may be loaded again. */
export function redirectOn(path: string, cookies: readonly string[] = []): Response {
  // The dashboard is another document: its style and scripts are its own.
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

/** The secret of a mailed link. */
export function tokenOf(url: URL): string {
  return url.searchParams.get("token") ?? "";
}

/** Seconds for which the sign-in form knows of an account that was just made. */
const newAccountSeconds = 600;

/** A cookie by which the sign-in form fills in the address of an account that was just made: no address of a page holds it. */
export function nameNewAccount({ publicUrl }: AccountContext, email: string): string {
  const value = encodeURIComponent(email).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return createCookieJar(publicUrl).set("newAccount", value, newAccountSeconds);
}

/** The address in that cookie; empty without one. */
export function readNewAccount({ publicUrl }: AccountContext, request: Request): string {
  try {
    return decodeURIComponent(createCookieJar(publicUrl).read(request, "newAccount") ?? "");
  } catch {
    return "";
  }
}
