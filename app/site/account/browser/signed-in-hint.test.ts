import { afterEach, expect, test, vi } from "vitest";
import { createCookieJar, saysSignedIn } from "#app/accounts/sessions/cookies.ts";
import { hasSignedInHint, signedInScript } from "./signed-in-hint.ts";

afterEach(() => vi.unstubAllGlobals());

/** What scripts of a page find, once by the function and once by the script in its head. */
function readIn(protocol: string, cookie: string): [boolean, boolean] {
  const add = vi.fn();
  vi.stubGlobal("location", { protocol });
  vi.stubGlobal("document", { cookie, documentElement: { classList: { add } } });
  new Function(signedInScript)();
  return [hasSignedInHint(), add.mock.calls.length === 1];
}

test.each(["https:", "http:"])(
  "pages know by what the server set that somebody is signed in, over %s",
  (protocol) => {
    const [cookie = ""] = createCookieJar(new URL(`${protocol}//kolpona.example`))
      .hint(60)
      .split(";");
    expect(readIn(protocol, `a=b; ${cookie}; c=d`)).toEqual([true, true]);
    expect(readIn(protocol, "a=b")).toEqual([false, false]);
    expect(saysSignedIn(`a=b; ${cookie}`)).toBe(true);
  },
);

test("over https the hint has the prefix and is Secure, and one that another host could have set is not believed", () => {
  const hint = createCookieJar(new URL("https://kolpona.example")).hint(60);
  expect(hint).toMatch(/^__Host-signed-in=1; Path=\/; Max-Age=60; SameSite=Lax; Secure$/);
  expect(readIn("https:", "signed-in=1")).toEqual([false, false]);
});
