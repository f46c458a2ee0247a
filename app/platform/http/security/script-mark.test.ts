import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { html, openTestServer } from "#app/platform/http/listener/test-server.fixture.ts";
import { markAttribute, scriptMark } from "./security-headers.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("base64");

test.each([
  ["cached", true],
  ["personal", false],
])("M6 in a %s page injected scripts are blocked and marks removed", async (_, isCacheable) => {
  const text = `<!doctype html><script${markAttribute}>ours()</script><p><script>alert(document.cookie)</script></p>`;
  await using site = await openTestServer(async (_request, requestContext) => {
    if (isCacheable) requestContext.cacheTags("x");
    return html(text);
  });
  for (const path of ["/about", "/about", "/search"]) {
    const { headers, body } = await site.request(path);
    expect(String(body)).toBe(text.replace(markAttribute, ""));
    expect(headers["content-security-policy"]).toContain(hash("ours()"));
    expect(headers["content-security-policy"]).not.toContain(hash("alert(document.cookie)"));
    expect(JSON.stringify(headers)).not.toContain(scriptMark);
  }
});
