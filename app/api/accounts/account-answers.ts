import type { AccountContext } from "#app/domain/accounts/account-context.ts";
import type { AccountRequest } from "#app/domain/accounts/accounts.ts";
import { confirmPassword, waysToConfirm } from "#app/domain/accounts/passwords/change-password.ts";
import { checkPassword } from "#app/domain/accounts/passwords/password-rules.ts";
import { forgot } from "#app/domain/accounts/passwords/reset.ts";
import { finishProvider } from "#app/domain/accounts/providers/finish-provider.ts";
import { startProvider } from "#app/domain/accounts/providers/providers.ts";
import { register } from "#app/domain/accounts/registration/register.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { signIn, signOut } from "#app/domain/accounts/sessions/sign-in.ts";
import { verifyTwoFactor } from "#app/domain/accounts/two-factor/two-factor.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { noContent, noStore, privateJson } from "../server/answers.ts";
import type { ApiRequest } from "../server/route.ts";

/** Adds cookies to a response. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

// The functions called below validate the body, after the limit and session checks.

export async function answerSignUp({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await register(accounts, accountRequest, body);
  return withCookies(privateJson({}, 202), cookies);
}

export async function answerSignIn({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies, next } = await signIn(accounts, accountRequest, body);
  return withCookies(privateJson({ next }), cookies);
}

export async function answerTwoFactor({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await verifyTwoFactor(accounts, accountRequest, body);
  return withCookies(noContent(), cookies);
}

export async function answerSignOut({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await signOut(accounts, accountRequest);
  return withCookies(noContent(), cookies);
}

export async function answerForgot({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  await forgot(accounts, accountRequest, body);
  return privateJson({}, 202);
}

export async function answerPasswordCheck({
  accounts,
  body,
  ...accountRequest
}: ApiRequest): Promise<Response> {
  return privateJson(await checkPassword(accounts, accountRequest, body));
}

export async function answerWaysToConfirm({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  return privateJson(await waysToConfirm(accounts, accountRequest));
}

export async function answerConfirm({ accounts, body, ...accountRequest }: ApiRequest): Promise<Response> {
  const { cookies } = await confirmPassword(accounts, accountRequest, body);
  return withCookies(noContent(), cookies);
}

export async function answerSession({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  const signed = await identify(accounts, accountRequest);
  if (!signed) return privateJson({ user: null });
  const { id, name, email, role, image } = signed.person;
  return privateJson({ user: { id, name, email, role, image } });
}

/** Handles `/auth/start?mode=…&attempt=…&next=…`: redirects to the provider, or back with an error. */
export async function answerStart(
  accounts: AccountContext,
  accountRequest: AccountRequest,
): Promise<Response> {
  const query = new URL(accountRequest.request.url).searchParams;
  const read = (name: string) => query.get(name) ?? undefined;
  const mode = read("mode") ?? "redirect";
  try {
    const start = { mode, attempt: read("attempt"), next: read("next") };
    const { location, cookies } = await startProvider(accounts, accountRequest, start);
    return redirectTo(location, cookies);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectTo(errorLocation(mode, read("attempt"), error), []);
  }
}

export async function answerCallback({ accounts, ...accountRequest }: ApiRequest): Promise<Response> {
  const { location, cookies } = await finishProvider(accounts, accountRequest);
  return redirectTo(location, cookies);
}

function errorLocation(mode: string, attempt: string | undefined, { reason, code }: DomainError): string {
  if (mode === "popup" && /^[\w-]{1,64}$/.test(attempt ?? ""))
    return `/auth/done?${new URLSearchParams({ attempt: attempt ?? "", outcome: "refused", code: reason })}`;
  const isSignedOut = code === "unauthenticated" || code === "invalid";
  return mode === "link" && !isSignedOut ? `/myprofile?problem=${reason}` : `/login?problem=${reason}`;
}

function redirectTo(location: string, cookies: readonly string[]): Response {
  const answer = new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } });
  return withCookies(noStore(answer), cookies);
}
