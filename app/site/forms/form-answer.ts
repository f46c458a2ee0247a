import { data, type HeadersArgs, redirect } from "react-router";
import { lastCachedSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { isDatabaseUnavailable } from "#app/database/engines/bounded-pool.ts";
import { publicForm, readForm as readBody } from "#app/http/bodies/read-form.ts";
import { formStatus, retryAfter } from "#app/http/responses/refusals.ts";
import {
  describeNotSaved,
  keyField,
  type LeadFormDescription,
  type NotSaved,
  sendAgainAfter,
} from "#app/leads/intake/forms.ts";
import { type FormValues, readLeadForm } from "#app/leads/intake/read-lead-form.ts";
import { type Accepted, readReference } from "#app/leads/intake/reference.ts";
import type { SubmissionMetadata } from "#app/leads/intake/submission-metadata.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** What a form says when nothing was kept: everything typed, and what to fix. */
export interface FormAnswer {
  title: string;
  /** By field, in words; empty where no field is to blame. */
  errors: Record<string, string>;
  typed: Record<string, string>;
  isConsentTicked: boolean;
  /** Nothing was wrong: what was typed waited while its person confirmed who they are. */
  isKept?: boolean;
  /** The browser has no connection: the form goes by itself when there is one again. */
  isWaiting?: boolean;
  /** The server could not keep it: how the company is reached meanwhile. */
  notSaved?: NotSaved;
}

/** A form, and what keeps it; that throws a DomainError in words. */
interface Receiver {
  form: LeadFormDescription;
  accept(db: Database, input: unknown, origin: SubmissionMetadata): Promise<Accepted>;
}

/** Takes a sent form in: its reference, or the answer that shows the form again. */
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
    return await acceptAnyway(site.db, { form, accept }, values.input, origin);
  } catch (error) {
    if (error instanceof DomainError) return { refused: answerError(error, values) };
    if (!isDatabaseUnavailable(error)) throw error;
    site.requestContext.answerFromMemory(error);
    return { refused: answerAway(describeNotSaved(form, lastCachedSettings(site.db)?.company), values) };
  }
}

/** The same for a form on a page of its own: what is kept leads to an address that may be loaded again. */
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

/** A key that stood for other words is no reason to lose these: they are taken as what they are, new. */
async function acceptAnyway(
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

function answerAway(notSaved: NotSaved, { typed, isConsentTicked }: Shown) {
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
      headers: { "retry-after": String(sendAgainAfter) },
    },
  );
}

function countProblems(count: number): string {
  if (count === 0) return "Please check the form";
  return count === 1 ? "Please correct one field" : `Please correct ${count} fields`;
}

/** What the page and the answer to a sent form say of themselves, such as when to try again. */
export function formHeaders({ loaderHeaders, actionHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders]);
}

/** The reference an address of a confirmation carries; null for what is none, so that no page can be made to say other things. */
export function readSent(url: URL): string | null {
  return readReference(url.searchParams.get("sent") ?? "");
}

/** The data of a page that is one visitor's own or one of a kind: kept nowhere, by nobody. */
export function unkept<Data>(page: Data) {
  return data(page, { headers: { "cache-control": "no-store" } });
}
