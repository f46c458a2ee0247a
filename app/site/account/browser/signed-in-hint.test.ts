import { afterEach, expect, test, vi } from "vitest";
import { createCookieJar, hasSignedInCookie } from "#app/domain/accounts/sessions/cookies.ts";
import { hasSignedInHint, signedInScript } from "./signed-in-hint.ts";

afterEach(() => vi.unstubAllGlobals());

/** Reads the hint with the function and with the script of the page head. */
function readIn(protocol: string, cookie: string): [boolean, boolean] {
  const add = vi.fn();
  vi.stubGlobal("location", { protocol });
  vi.stubGlobal("document", { cookie, documentElement: { classList: { add } } });
  new Function(signedInScript)();
  return [hasSignedInHint(), add.mock.calls.length === 1];
}

test.each(["https:", "http:"])("reads the signed-in hint that the server sets over %s", (protocol) => {
  const [cookie = ""] = createCookieJar(new URL(`${protocol}//kolpona.example`))
    .hint(60)
    .split(";");
  expect(readIn(protocol, `a=b; ${cookie}; c=d`)).toEqual([true, true]);
  expect(readIn(protocol, "a=b")).toEqual([false, false]);
  expect(hasSignedInCookie(`a=b; ${cookie}`)).toBe(true);
});

test("over https only a prefixed and Secure hint counts", () => {
  const hint = createCookieJar(new URL("https://kolpona.example")).hint(60);
  expect(hint).toMatch(/^__Host-signed-in=1; Path=\/; Max-Age=60; SameSite=Lax; Secure$/);
  expect(readIn("https:", "signed-in=1")).toEqual([false, false]);
});
