import { expect, test } from "vitest";
import { writeHydrationData } from "./compose-page.ts";

const hostile = '</script><script>alert(1)</script><!-- \u2028 ]]> & "quoted" </body>';

test("O2 no text of a loader leaves the script it is handed over in", () => {
  const page = writeHydrationData("<html><body><h1>Hello</h1></body></html>", hostile);
  const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, inner = ""]) => inner);
  expect(scripts).toHaveLength(1);
  expect(scripts[0]).not.toMatch(/[<>&\u2028]/);
  expect(page).not.toContain("<!--");
  expect(page.endsWith("</script></body></html>")).toBe(true);
});

test("O2 what is handed over arrives letter by letter", () => {
  const page = writeHydrationData("<body></body>", hostile);
  const arrived: string[] = [];
  const controller = { enqueue: (text: string) => arrived.push(text), close: () => arrived.push("closed") };
  const script = /<script[^>]*>(.*)<\/script>/s.exec(page)?.[1] ?? "";
  new Function("window", script)({ __reactRouterContext: { streamController: controller } });
  expect(arrived).toEqual([hostile, "closed"]);
});
