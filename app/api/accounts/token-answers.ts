import { webKey } from "#app/accounts/project.ts";
import { problem } from "#app/http/responses/problems.ts";
import { notFoundProblem } from "../server/answers.ts";
import type { ApiRequest } from "../server/route.ts";
import { privately } from "./account-answers.ts";

export async function answerToken({ accounts, body, ...asking }: ApiRequest): Promise<Response> {
  return privately(await accounts.issueToken(asking, body as { email: string }), 200);
}

export async function answerKeys({ accounts }: ApiRequest): Promise<Response> {
  return privately(await accounts.jwks(), 200);
}

export function answerProject({ accounts, query }: ApiRequest<{ key?: string }>): Response {
  if (query.key !== webKey)
    return problem(400, "Unknown key", "The key is not that of this site.", undefined, "invalid-api-key");
  return privately(accounts.project(query.key), 200);
}

/** Like the person it shows, nobody's on the way, and kept by no browser: it would still show after a sign-out. */
export async function answerPhoto({ accounts, address, ...asking }: ApiRequest): Promise<Response> {
  const bytes = await accounts.readPhoto(asking, address);
  if (!bytes) return notFoundProblem();
  const headers = { "content-type": "image/webp", "cache-control": "no-store" };
  return new Response(bytes, {
    headers: { ...headers, "content-security-policy": "default-src 'none'; sandbox" },
  });
}
