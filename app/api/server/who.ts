import type { Accounts, Signed } from "#app/accounts/accounts.ts";
import { includesRole, type Who } from "#app/accounts/who.ts";
import type { RequestContext } from "#app/http/listener/request-context.ts";
import { problem } from "#app/http/responses/problems.ts";
import { isSameOrigin } from "#app/http/security/same-origin.ts";

/** Whether the asker may use a route: who they are (null where it does not matter), or the refusal. */
export async function admitWho(
  accounts: Accounts,
  who: Who,
  asking: { request: Request; requestContext: RequestContext },
): Promise<Signed | null | Response> {
  if (who === "anyone") return null;
  const hasToken = asking.request.headers.has("authorization");
  const signed = await (hasToken ? accounts.identifyByToken(asking) : accounts.identify(asking));
  if (!signed)
    return refuse(401, "Not signed in", "Sign in, or send a token that is still good.", "unauthenticated");
  if (!includesRole(who, signed.person.role)) {
    await accounts.noteRefused(asking, signed.person.id);
    return refuse(403, "Not allowed", "Your account may not do this.", "forbidden");
  }
  if (who !== "signed-in" && signed.needsSecondStep)
    return refuse(
      403,
      "Second step needed",
      "Set up two-step sign-in in your profile first.",
      "second-step-missing",
    );
  return signed;
}

/**
 * Whether a page of another site may have sent this. Browsers say where a request comes from; a request that carries
 * cookies and says nothing is believed as little. Programs carry none.
 */
export function isForeignPage(request: Request, publicUrl: URL): boolean {
  const isBrowser = ["origin", "sec-fetch-site", "cookie"].some((name) => request.headers.has(name));
  return isBrowser && !isSameOrigin(request, publicUrl);
}

function refuse(status: 401 | 403, title: string, detail: string, code: string): Response {
  return problem(status, title, detail, undefined, code);
}
