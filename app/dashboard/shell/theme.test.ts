import { expect, test } from "vitest";
import { readTheme, writeTheme } from "./theme.ts";

const readStored = (url: string, cookie: string) =>
  readTheme(new Request(url, { headers: { cookie } }), new URL(url));

test("L7 over https the theme cookie has the __Host prefix and Secure", () => {
  const url = new URL("https://kolpona.example");
  const cookie = writeTheme("dark", url);
  expect(cookie).toBe("__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure");
  expect(readStored(url.href, cookie.split(";")[0] ?? "")).toBe("dark");
  expect(readStored(url.href, "theme=dark")).toBe("system");
});

test("on localhost without https the theme is stored too", () => {
  const url = new URL("http://127.0.0.1:3000");
  const cookie = writeTheme("light", url);
  expect(cookie).toBe("theme=light; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly");
  expect(readStored(url.href, cookie.split(";")[0] ?? "")).toBe("light");
  expect(readStored(url.href, "theme=none")).toBe("system");
});
