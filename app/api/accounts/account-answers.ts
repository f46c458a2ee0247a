import type { Registration } from "#app/accounts/accounts.ts";
import { confirmPassword, waysToConfirm } from "#app/accounts/passwords/change-password.ts";
import { checkPassword } from "#app/accounts/passwords/password-rules.ts";
import { forgot } from "#app/accounts/passwords/reset.ts";
import { register } from "#app/accounts/registration/register.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { signIn, signOut } from "#app/accounts/sessions/sign-in.ts";
import { verifyTwoFactor } from "#app/accounts/two-factor/two-factor.ts";
import type { ApiRequest } from "../server/route.ts";

/** What is one person's alone, with the cookies that go with it; never kept by anybody on the way. */
export function privately(value: unknown, status: number, cookies: readonly string[] = []): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  if (status === 204) return new Response(null, { status, headers });
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify(value), { status, headers });
}

// What was sent is checked by what each of these calls, key by key: the types only say what it should be.

export async function answerSignUp({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { cookies } = await register(accounts, asking, body as unknown as Registration);
  return privately({}, 202, cookies);
}

export async function answerSignIn({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { cookies, next } = await signIn(accounts, asking, body as { email: string; password: string });
  return privately({ next }, 200, cookies);
}

export async function answerSecondStep({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { cookies } = await verifyTwoFactor(accounts, asking, body as { code: string; kind: "app" });
  return privately(null, 204, cookies);
}

export async function answerSignOut({ accounts, ...asking }: ApiRequest): Promise<Response> {
  const { cookies } = await signOut(accounts, asking);
  return privately(null, 204, cookies);
}

export async function answerForgot({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  await forgot(accounts, asking, body as { email: string });
  return privately({}, 202);
}

export async function answerPasswordCheck({ accounts, body }: ApiRequest): Promise<Response> {
  return privately(await checkPassword(accounts, body as { password: string; known: string[] }), 200);
}

export async function answerWaysToConfirm({ accounts, ...asking }: ApiRequest): Promise<Response> {
  return privately(await waysToConfirm(accounts, asking), 200);
}

export async function answerConfirm({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  const { cookies } = await confirmPassword(accounts, asking, body as { password: string; code?: string });
  return privately(null, 204, cookies);
}

export async function answerSession({ accounts, ...asking }: ApiRequest): Promise<Response> {
  const signed = await identify(accounts, asking);
  if (!signed) return privately({ user: null }, 200);
  const { id, name, email, role, image } = signed.person;
  return privately({ user: { id, name, email, role, image } }, 200);
}
