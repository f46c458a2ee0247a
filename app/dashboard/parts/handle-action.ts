import { data, redirect, redirectDocument } from "react-router";
import { readForm, staffForm } from "#app/http/bodies/read-form.ts";
import { formStatus } from "#app/http/responses/refusals.ts";
import { leadToConfirm } from "#app/pages/stale-form.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { ActionError, ActionOk } from "./action-result.ts";
import { requireScreen, type ScreenArgs, type Staff } from "./require-screen.ts";

/** What a form of a screen sent; missing texts are empty. */
export interface FormInput {
  intent: string;
  text(name: string): string;
  /** Every value of a name, such as the ids of ticked rows. */
  all(name: string): string[];
  isTicked(name: string): boolean;
  /** Null when none was chosen. */
  file(name: string): File | null;
  form: FormData;
}

type Actions<Extra extends object> = Record<
  string,
  (sent: FormInput, staff: Staff) => Promise<(ActionOk & Extra) | Response>
>;

/**
 * Runs the action that a form's `intent` names. A DomainError becomes the answer; a Response, such as a redirect, is the answer.
 * What comes back is `actionData` of the screen, or `data` of a fetcher.
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
    const toConfirm = error.code === "stale-session" ? await leadToConfirm(staff, args.request, form) : null;
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

const cookieName = "said";

/** Leads to another screen, which says what was done. @param path below /dashboard */
export function redirectWithFlash(path: string, flash?: ActionOk, { isReload = false } = {}): Response {
  const answer = isReload ? redirectDocument(path, 303) : redirect(path, 303);
  if (flash)
    answer.headers.append(
      "set-cookie",
      `${cookieName}=${encode(flash)}; Path=/dashboard; Max-Age=30; SameSite=Lax; HttpOnly`,
    );
  return answer;
}

/** What was done on the screen before, and the cookie that makes it be said once. */
export function readFlash(request: Request): { flash: ActionOk | null; forget: string } {
  const [, text] = /(?:^|;\s*)said=([\w-]+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  const flash = text === undefined ? null : decode(text);
  return {
    flash,
    forget: text === undefined ? "" : `${cookieName}=; Path=/dashboard; Max-Age=0; SameSite=Lax; HttpOnly`,
  };
}

function encode(flash: ActionOk): string {
  return Buffer.from(JSON.stringify(flash)).toString("base64url");
}

/** A cookie can be made up, so what it says is shown as text and its undo is judged like any other form. */
function decode(text: string): ActionOk | null {
  try {
    const flash: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const isDone =
      typeof flash === "object" && flash !== null && "done" in flash && typeof flash.done === "string";
    if (!isDone) return null;
    const done = flash as ActionOk; // told by its one needed key
    const isOwnPath = /^\/(?!\/)/.test(done.view ?? "");
    return { ...done, view: isOwnPath ? done.view : undefined };
  } catch {
    return null;
  }
}
