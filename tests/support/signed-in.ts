/** Site and cookies of a signed-in person. */
export interface Session {
  url: string;
  cookie: string;
}

/** Value of the `cookie` header that a browser sends after a response. */
export function cookiesOf(response: Response): string {
  return response.headers
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
  const response = await fetch(`${url}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(url).origin, ...headers },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Sign-in of ${email} returned ${response.status}`);
  return cookiesOf(response);
}
