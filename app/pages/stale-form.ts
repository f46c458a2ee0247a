import { redirect } from "react-router";
import { storeForm, takeStoredForm } from "#app/accounts/sessions/kept-forms.ts";
import { confirmPath, ownAddress } from "./page-addresses.ts";
import type { PageContext } from "./page-context.ts";

// A form that asks for a fresh session was sent with one that is not.
//
// Where scripts run, the answer is an ordinary refusal with `staleStatus`: `confirmation.ts` sees it, asks for the password
// over the filled form, and sends the same request again.
//
// Without scripts the person is led to a page that asks, and what they typed waits on the server (`storeForm`): sealed, for ten
// minutes, for their session alone. So it is in no address, in no cookie and in no page that another could open; passwords
// and codes are not kept at all.

/** Whether a browser shows the answer itself, instead of handing it to a script. */
export function isForDocument({ headers }: Request): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}

/** The way to the page that asks, with what was typed kept; null where a script asks in place. */
export async function leadToConfirm(
  { accounts, requestContext }: Pick<PageContext, "accounts" | "requestContext">,
  request: Request,
  form: FormData,
): Promise<Response | null> {
  if (!isForDocument(request)) return null;
  const address = ownAddress(request);
  await storeForm(accounts, { request, requestContext }, { path: pathOf(address), typed: readTyped(form) });
  return redirect(confirmPath(address), 303);
}

/** What was typed before the person was led to confirm who they are; null when there is nothing, as nearly always. */
export async function takeTypedForm(
  { accounts, requestContext }: Pick<PageContext, "accounts" | "requestContext">,
  request: Request,
): Promise<Record<string, string> | null> {
  return takeStoredForm(accounts, { request, requestContext }, { path: pathOf(ownAddress(request)) });
}

/** The texts of a form but for those that are typed anew: passwords, codes and secrets. */
export function readTyped(form: FormData): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(
    texts.filter(([name]) => !/password|current|code|token|secret|^uri$/i.test(name)),
  );
}

function pathOf(address: string): string {
  return address.split("?", 1)[0] ?? address;
}
