/** Value of the `cookie` header that a browser sends after an answer. */
export function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Signs a person in without a browser and returns their cookies. Throws if the sign-in fails. */
export async function signInAt(
  url: string,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin, ...headers },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Signing in ${email} was answered ${answer.status}`);
  return cookiesOf(answer);
}
