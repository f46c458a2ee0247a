import { redirect } from "react-router";
import { storeForm, takeStoredForm } from "#app/domain/accounts/sessions/stored-forms.ts";
import { inPlaceHeader } from "../accounts/browser/confirmation.ts";
import { confirmPath, ownAddress } from "./page-addresses.ts";
import type { PageContext } from "./page-context.ts";

// With scripts: the response has `staleStatus`, a dialog asks for the password, and the form is sent again.

// Without: `/myprofile/confirm` asks, and `storeForm` stores the typed text encrypted for ten minutes.

/** Whether the browser loads the response as a document, not a script. */
export function isForDocument({ headers }: Request): boolean {
  return !headers.has(inPlaceHeader) && (headers.get("accept")?.includes("text/html") ?? false);
}

/** Stores the typed text and redirects to the confirmation page; null where a script asks in a dialog. */
export async function redirectToReauth(
  { accounts, requestContext }: Pick<PageContext, "accounts" | "requestContext">,
  request: Request,
  form: FormData,
): Promise<Response | null> {
  if (!isForDocument(request)) return null;
  const address = ownAddress(request);
  await storeForm(accounts, { request, requestContext }, { path: pathOf(address), typed: readTyped(form) });
  return redirect(confirmPath(address), 303);
}

/** Returns the text stored before the confirmation; usually null. */
export async function takeTypedForm(
  { accounts, requestContext }: Pick<PageContext, "accounts" | "requestContext">,
  request: Request,
): Promise<Record<string, string> | null> {
  return takeStoredForm(accounts, { request, requestContext }, { path: pathOf(ownAddress(request)) });
}

/** The texts of a form without passwords, codes and secrets, which must be typed again. */
export function readTyped(form: FormData): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(
    texts.filter(([name]) => !/password|current|code|token|secret|^uri$/i.test(name)),
  );
}

function pathOf(address: string): string {
  return address.split("?", 1)[0] ?? address;
}
