import { data, type HeadersArgs, redirect } from "react-router";
import { lastCachedSettings } from "#app/domain/company/settings.ts";
import {
  describeNotSaved,
  keyField,
  type LeadFormDescription,
  type NotSaved,
  retryAfterSeconds,
} from "#app/domain/leads/intake/forms.ts";
import { type FormValues, readLeadForm } from "#app/domain/leads/intake/read-lead-form.ts";
import { type Accepted, readReference } from "#app/domain/leads/intake/reference.ts";
import type { SubmissionMetadata } from "#app/domain/leads/intake/submission-metadata.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import { isDatabaseUnavailable } from "#app/platform/database/engines/bounded-pool.ts";
import { publicForm, readForm as readBody } from "#app/platform/http/bodies/read-form.ts";
import { formStatus, retryAfter } from "#app/platform/http/responses/refusals.ts";

/** Answer to a form that was not stored: typed text and errors. */
export interface FormAnswer {
  title: string;
  /** Messages by field; empty for an error of the whole form. */
  errors: Record<string, string>;
  typed: Record<string, string>;
  isConsentTicked: boolean;
  /** The typed text was stored during a reauthentication; the form has no error. */
  isRestored?: boolean;
  /** The server failed to store the form: other contacts of the company. */
  notSaved?: NotSaved;
}

/** A form and the function that stores it, which throws a DomainError with a message. */
interface Receiver {
  form: LeadFormDescription;
  accept(db: Database, input: unknown, origin: SubmissionMetadata): Promise<Accepted>;
}

/** Stores a sent form. Returns its reference, or the answer that shows the form again. */
export async function receiveForm(site: PageContext, request: Request, { form, accept }: Receiver) {
  let values = readLeadForm(form, new FormData());
  try {
    const sent = await readBody(request, publicForm);
    values = readLeadForm(form, sent);
    const origin = {
      ...originOf(site, request),
      ...values.sent,
      idempotencyKey: readKey(sent),
    };
    return await acceptDespiteKey(site.db, { form, accept }, values.input, origin);
  } catch (error) {
    if (error instanceof DomainError) return { refused: answerError(error, values) };
    if (!isDatabaseUnavailable(error)) throw error;
    site.requestContext.answerFromMemory(error);
    return {
      refused: answerUnavailable(describeNotSaved(form, lastCachedSettings(site.db)?.company), values),
    };
  }
}

/** Like `receiveForm`, for a page with one form: redirects a stored form, so that a reload sends nothing again. */
export async function answerForm(site: PageContext, request: Request, receiver: Receiver & { path: string }) {
  const received = await receiveForm(site, request, receiver);
  if ("refused" in received) return received.refused;
  return redirect(`${receiver.path}?sent=${received.reference}`, 303);
}

function readKey(sent: FormData): string | null {
  const key = sent.get(keyField);
  return typeof key === "string" && key !== "" ? key : null;
}

function originOf({ requestContext, clock }: PageContext, { headers }: Request) {
  return {
    address: requestContext.address,
    userAgent: headers.get("user-agent"),
    now: clock.now(),
  };
}

/** Stores a form as new when its key was used for other values. */
async function acceptDespiteKey(
  db: Database,
  { accept }: Receiver,
  input: unknown,
  origin: SubmissionMetadata,
): Promise<Accepted> {
  try {
    return await accept(db, input, origin);
  } catch (error) {
    if (!(error instanceof DomainError) || !Object.hasOwn(error.fields, "Idempotency-Key")) throw error;
    return accept(db, input, { ...origin, idempotencyKey: null });
  }
}

type Shown = Pick<FormValues, "typed" | "isConsentTicked">;

function answerError(error: DomainError, { typed, isConsentTicked }: Shown) {
  const { code, message, fields } = error;
  const isAboutFields = code === "invalid";
  const title = isAboutFields ? countProblems(Object.keys(fields).length) : message;
  const wait = retryAfter(error);
  return data<FormAnswer>(
    { title, errors: fields, typed, isConsentTicked },
    { status: formStatus(code), headers: wait ? { "retry-after": wait } : {} },
  );
}

function answerUnavailable(notSaved: NotSaved, { typed, isConsentTicked }: Shown) {
  return data<FormAnswer>(
    {
      title: notSaved.title,
      errors: {},
      typed,
      isConsentTicked,
      notSaved,
    },
    {
      status: 503,
      headers: { "retry-after": String(retryAfterSeconds) },
    },
  );
}

function countProblems(count: number): string {
  if (count === 0) return "Please check the form";
  return count === 1 ? "Please correct one field" : `Please correct ${count} fields`;
}

/** Headers of the page and its form answer, such as `Retry-After`. */
export function formHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}

/** Reads the reference of a confirmation from the address; null for other text, which must not enter the page. */
export function readSent(url: URL): string | null {
  return readReference(url.searchParams.get("sent") ?? "");
}

/** Data of a page that must not be cached, such as that of one visitor. */
export function uncachedPage<Data>(page: Data) {
  return data(page, { headers: { "cache-control": "no-store" } });
}
