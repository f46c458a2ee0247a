import { expect, test } from "vitest";
import { readTheme, writeTheme } from "./theme.ts";

const isKept = (url: string, cookie: string) =>
  readTheme(new Request(url, { headers: { cookie } }), new URL(url));

test("L7 over https the theme is kept under a name that only this host can set, and sent back over https alone", () => {
  const url = new URL("https://kolpona.example");
  const cookie = writeTheme("dark", url);
  expect(cookie).toBe("__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure");
  expect(isKept(url.href, cookie.split(";")[0] ?? "")).toBe("dark");
  expect(isKept(url.href, "theme=dark")).toBe("system");
});

test("on a machine of one's own, without https, it is kept all the same", () => {
  const url = new URL("http://127.0.0.1:3000");
  const cookie = writeTheme("light", url);
  expect(cookie).toBe("theme=light; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
  expect(isKept(url.href, cookie.split(";")[0] ?? "")).toBe("light");
  expect(isKept(url.href, "theme=none")).toBe("system");
});
