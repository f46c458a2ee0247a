/** Follows a sign-in at a provider without a form, and returns the address of its final redirect. */
export async function visitProvider(location: string): Promise<URL> {
  const issuer = new URL(location).origin;
  const cookies = new Map<string, string>();
  for (let url = location, steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const setCookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (setCookie.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = new URL(response.headers.get("location") ?? "http://none.invalid", url);
    if (next.origin !== issuer) {
      if (next.hostname === "none.invalid")
        throw new Error(`${url}: ${response.status} ${await response.text()}`);
      return next;
    }
    url = next.href;
  }
  throw new Error("The provider redirected too often.");
}
