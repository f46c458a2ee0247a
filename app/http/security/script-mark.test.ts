import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { html, openTestServer } from "#app/http/listener/test-server.fixture.ts";
import { markAttribute, scriptMark } from "./security-headers.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("base64");

test.each([
  ["kept", true],
  ["of one visitor", false],
])(
  "M6 in a page %s an injected script is not let run, and the mark of ours is not sent",
  async (_, isCacheable) => {
    const text = `<!doctype html><script${markAttribute}>ours()</script><p><script>alert(document.cookie)</script></p>`;
    await using site = await openTestServer(async (_request, requestContext) => {
      if (isCacheable) requestContext.cacheTags("x");
      return html(text);
    });
    for (const path of ["/about", "/about", "/search"]) {
      const { headers, body } = await site.ask(path);
      expect(String(body)).toBe(text.replace(markAttribute, ""));
      expect(headers["content-security-policy"]).toContain(hash("ours()"));
      expect(headers["content-security-policy"]).not.toContain(hash("alert(document.cookie)"));
      expect(JSON.stringify(headers)).not.toContain(scriptMark);
    }
  },
);
