import type { AccountRequest, Signed } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { refusals } from "../refusals.ts";
import { identifyByToken } from "../sessions/access-tokens.ts";
import { identify } from "../sessions/identify.ts";

/** The admin who asks, by cookie or by token; throws a DomainError for anybody else, whatever a page or a route has let through. */
export async function requireAdmin(deps: Dependencies, asking: AccountRequest): Promise<Signed> {
  const hasToken = asking.request.headers.has("authorization");
  const signed = await (hasToken ? identifyByToken(deps, asking) : identify(deps, asking));
  if (!signed) throw refusals.signedOut();
  if (signed.person.role !== "admin" || signed.needsSecondStep) throw refusals.needsRole();
  return signed;
}

/** The same for what must not be done by whoever finds the browser open. */
export async function requireFreshAdmin(deps: Dependencies, asking: AccountRequest): Promise<Signed> {
  const signed = await requireAdmin(deps, asking);
  if (!signed.isFresh) throw refusals.stale();
  return signed;
}
