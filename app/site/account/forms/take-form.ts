import { data } from "react-router";
import type { Accounts, Asking } from "#app/accounts/accounts.ts";
import { isSameOrigin } from "#app/http/same-origin.ts";
import { ownAddress, signInPath } from "#app/pages/own-address.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { askingOf, confirmPath, type RouteArgs } from "./asking.ts";
import { leadOn } from "./private-page.ts";

/** What a form of an account page sent. */
export interface Sent {
  /** Which of the page's forms it was. */
  intent: string;
  text(name: string): string;
  isTicked(name: string): boolean;
  file(name: string): File | null;
}

type Handle<Answer> = (sent: Sent, accounts: Accounts, asking: Asking) => Promise<Answer>;

/** Takes a sent form in; a refusal becomes the answer that shows it again, with everything typed but passwords. */
export async function takeForm<Answer>(args: RouteArgs, handle: Handle<Answer>) {
  const { request, context } = args;
  const form = await request.formData().catch(() => new FormData());
  if (!isSameOrigin(request, context.get(pageContext).publicUrl))
    return answer(form, { title: stranger, status: 403 });
  const { accounts, asking } = askingOf(args);
  try {
    return await handle(readSent(form), accounts, asking);
  } catch (error) {
    if (error instanceof Refusal) return answerRefusal(error, form, args.request);
    throw error;
  }
}

const stranger = "Your browser did not say that this came from our page. Please send it once more.";

function readSent(form: FormData): Sent {
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

const statuses: Partial<Record<Refusal["code"], number>> = {
  "too-many": 429,
  "too-busy": 503,
  unavailable: 503,
  missing: 404,
  forbidden: 403,
};

function answerRefusal(refusal: Refusal, form: FormData, request: Request) {
  const { code, message, fields, detail } = refusal;
  if (code === "unauthenticated" && Object.keys(fields).length === 0 && refusal.reason === code)
    return leadOn(signInPath(ownAddress(request)));
  if (code === "stale-session") return leadOn(confirmPath(ownAddress(request)));
  const wait = code === "too-many" || code === "too-busy" ? String(Number(detail) || 60) : null;
  return answer(form, { title: message, errors: fields, status: statuses[code] ?? 422, wait });
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

/** Passwords and codes are typed anew. */
function readTyped(form: FormData): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts.filter(([name]) => !/password|current|code|token/i.test(name)));
}
