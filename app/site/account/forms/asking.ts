import { type RouterContextProvider, redirect } from "react-router";
import type { AccountRequest, Signed } from "#app/accounts/accounts.ts";
import { signedOf } from "#app/pages/guard.ts";
import { confirmPath, ownAddress } from "#app/pages/own-address.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { takeTypedForm } from "#app/pages/stale-form.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";

export interface RouteArgs {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

/** The accounts, and who asks them. */
export function accountRequestOf({ context, request }: RouteArgs) {
  const { accounts, requestContext } = context.get(pageContext);
  const asking: AccountRequest = { request, requestContext };
  return { accounts, asking };
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
