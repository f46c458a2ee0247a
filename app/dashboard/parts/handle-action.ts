import { data, redirect, redirectDocument } from "react-router";
import { redirectToReauth } from "#app/domain/routing/stale-form.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { readForm, staffForm } from "#app/platform/http/bodies/read-form.ts";
import { formStatus } from "#app/platform/http/responses/refusals.ts";
import type { ActionError, ActionOk } from "./action-result.ts";
import { requireScreen, type ScreenArgs, type Staff } from "./require-screen.ts";

/** Submitted form; missing texts are empty. */
export interface FormInput {
  intent: string;
  text(name: string): string;
  /** All values of a name, such as the ids of selected rows. */
  all(name: string): string[];
  isTicked(name: string): boolean;
  /** Null when no file was chosen. */
  file(name: string): File | null;
  form: FormData;
}

type Actions<Extra extends object> = Record<
  string,
  (sent: FormInput, staff: Staff) => Promise<(ActionOk & Extra) | Response>
>;

/**
 * Runs the action that the form's `intent` names and returns its result as `actionData`, or `data` of a
 * fetcher. A DomainError becomes a refusal; a Response, such as a redirect, is returned unchanged.
 */
export async function handleAction<Extra extends object = object>(args: ScreenArgs, actions: Actions<Extra>) {
  const staff = await requireScreen(args);
  let form = new FormData();
  try {
    form = await readForm(args.request, staffForm);
    const sent = readSent(form);
    const action = Object.hasOwn(actions, sent.intent) ? actions[sent.intent] : undefined;
    if (!action) return refuse(form, new DomainError("missing", "This can't be done here."));
    const outcome = await action(sent, staff);
    return outcome instanceof Response
      ? outcome
      : data(outcome, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const toConfirm =
      error.code === "stale-session" ? await redirectToReauth(staff, args.request, form) : null;
    return toConfirm ?? refuse(form, error);
  }
}

function refuse(form: FormData, { code, message, fields, detail }: DomainError) {
  const typed = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const refused: ActionError = { refusal: { code, message, fields, detail: detail ?? null }, typed };
  return data(refused, { status: formStatus(code), headers: { "cache-control": "no-store" } });
}

function readSent(form: FormData): FormInput {
  const texts = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return {
    intent: texts("intent")[0] ?? "",
    text: (name) => texts(name)[0] ?? "",
    all: texts,
    isTicked: (name) => form.has(name),
    file(name) {
      const value = form.get(name);
      return value instanceof File && value.size > 0 ? value : null;
    },
    form,
  };
}

const cookieName = "flash";

/**
 * Redirects to another screen, which shows the message.
 * @param path below /dashboard
 */
export function redirectWithFlash(path: string, flash?: ActionOk, { isReload = false } = {}): Response {
  const answer = isReload ? redirectDocument(path, 303) : redirect(path, 303);
  if (flash)
    answer.headers.append(
      "set-cookie",
      `${cookieName}=${encode(flash)}; Path=/dashboard; Max-Age=30; SameSite=Lax; HttpOnly`,
    );
  return answer;
}

/** Message of the previous screen, and the cookie header that deletes it. */
export function readFlash(request: Request): { flash: ActionOk | null; forget: string } {
  const [, text] = /(?:^|;\s*)flash=([\w-]+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  const flash = text === undefined ? null : decode(text);
  return {
    flash,
    forget: text === undefined ? "" : `${cookieName}=; Path=/dashboard; Max-Age=0; SameSite=Lax; HttpOnly`,
  };
}

function encode(flash: ActionOk): string {
  return Buffer.from(JSON.stringify(flash)).toString("base64url");
}

/** Clients can forge cookies: the message is shown as text, and its undo is authorised like any form. */
function decode(text: string): ActionOk | null {
  try {
    const flash: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const isDone =
      typeof flash === "object" && flash !== null && "done" in flash && typeof flash.done === "string";
    if (!isDone) return null;
    const done = flash as ActionOk; // only the required key is checked
    const isOwnPath = /^\/(?!\/)/.test(done.view ?? "");
    return { ...done, view: isOwnPath ? done.view : undefined };
  } catch {
    return null;
  }
}
