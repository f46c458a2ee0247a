import { data, type RouterContextProvider, redirectDocument } from "react-router";
import type { Signed } from "#app/accounts/accounts.ts";
import { ownAddress, signInPath } from "./own-address.ts";
import { pageContext } from "./page-context.ts";

type Context = Readonly<RouterContextProvider>;

/** Who is signed in; anybody else is led to /login and back afterwards. */
export async function requirePerson(context: Context, request: Request): Promise<Signed> {
  const { accounts, requestContext } = context.get(pageContext);
  const signed = await accounts.identify({ request, requestContext });
  if (!signed)
    throw redirectDocument(signInPath(wayBack(request)), { headers: { "cache-control": "no-store" } });
  return signed;
}

/** An editor or admin; whoever is signed in as less sees that this is not for them. */
export async function requireStaff(
  context: Context,
  request: Request,
  role: "editor" | "admin" = "editor",
): Promise<Signed> {
  const signed = await requirePerson(context, request);
  const isEnough = signed.person.role === "admin" || signed.person.role === role;
  if (!isEnough) {
    const { accounts, requestContext } = context.get(pageContext);
    await accounts.noteRefused({ request, requestContext }, signed.person.id);
    throw data(null, { status: 403, headers: { "cache-control": "no-store" } });
  }
  if (signed.needsSecondStep) throw redirectDocument("/myprofile?problem=second-step-missing");
  return signed;
}

/** Only reading can be done again afterwards. */
function wayBack(request: Request): string {
  const address = ownAddress(request);
  const isReading = request.method === "GET" || request.method === "HEAD";
  return isReading ? address : (address.split("?", 1)[0] ?? "/");
}
