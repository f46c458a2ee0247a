/** Follows a sign-in at a provider without a form, and returns the address of its final redirect. */
export async function visitProvider(location: string): Promise<URL> {
  const issuer = new URL(location).origin;
  const cookies = new Map<string, string>();
  for (let url = location, steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    const next = new URL(answer.headers.get("location") ?? "http://none.invalid", url);
    if (next.origin !== issuer) {
      if (next.hostname === "none.invalid")
        throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
      return next;
    }
    url = next.href;
  }
  throw new Error("The provider leads round in circles.");
}
