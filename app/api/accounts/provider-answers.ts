import type { AccountContext } from "#app/accounts/account-context.ts";
import type { AccountRequest, ProviderStart } from "#app/accounts/accounts.ts";
import { finishProvider } from "#app/accounts/providers/finish-provider.ts";
import { startProvider } from "#app/accounts/providers/providers.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { ApiRequest } from "../server/route.ts";

/** `/auth/start?mode=…&attempt=…&next=…`: leads to the provider, or back to where it says why not. */
export async function answerStart(accounts: AccountContext, asking: AccountRequest): Promise<Response> {
  const query = new URL(asking.request.url).searchParams;
  const read = (name: string) => query.get(name) ?? undefined;
  const mode = read("mode") ?? "redirect";
  try {
    // `startProvider` checks what it is given.
    const start = { mode, attempt: read("attempt"), next: read("next") } as ProviderStart;
    const { location, cookies } = await startProvider(accounts, asking, start);
    return leadTo(location, cookies);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return leadTo(wayBack(mode, read("attempt"), error), []);
  }
}

export async function answerCallback({ accounts, ...asking }: ApiRequest): Promise<Response> {
  const { location, cookies } = await finishProvider(accounts, asking);
  return leadTo(location, cookies);
}

function wayBack(mode: string, attempt: string | undefined, { reason, code }: DomainError): string {
  if (mode === "popup" && /^[\w-]{1,64}$/.test(attempt ?? ""))
    return `/auth/done?${new URLSearchParams({ attempt: attempt ?? "", outcome: "refused", code: reason })}`;
  const isSignedOut = code === "unauthenticated" || code === "invalid";
  return mode === "link" && !isSignedOut ? `/myprofile?problem=${reason}` : `/login?problem=${reason}`;
}

function leadTo(location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
