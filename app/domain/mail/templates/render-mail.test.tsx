import { describe, expect, test } from "vitest";
import { company, everyMail } from "../mail.fixture.ts";
import type { TemplateContent } from "./mail-content.ts";
import { renderMail } from "./render-mail.tsx";

const render = (content: TemplateContent) => renderMail(content, { company, lifetime: "30 minutes" });
const linksOf = (content: TemplateContent) =>
  Object.entries(content).flatMap(([name, value]) => (/link$/i.test(name) ? [String(value)] : []));

describe.each(everyMail().map((content) => [content.template, content] as const))("%s", (_, content) => {
  const { html, text, subject } = render(content);

  test("has the same text and links as HTML and plain text", () => {
    for (const link of linksOf(content)) {
      expect(text).toContain(`\n${link}\n`);
      expect(html).toContain(`>${link}</a>`);
    }
    expect(text).toMatch(/^Hello Rahima,\n\n/);
    expect(html).toContain("Hello Rahima,");
    expect(`${text}${html}`).not.toMatch(/undefined|null|\[object|NaN/);
    expect(subject).toMatch(/^[A-Z][\w ,’-]{8,60}$/);
  });

  test("O1 escapes names", () => {
    const hostile = render({ ...content, name: "<script>alert(1)</script> & রহিমা \u202e\r\nBcc: x" });
    expect(hostile.html).toContain("Hello &lt;script&gt;alert(1)&lt;/script&gt; &amp; রহিমা Bcc: x,");
    expect(hostile.html).not.toContain("<script");
    expect(hostile.text).toMatch(/^Hello <script>alert\(1\)<\/script> & রহিমা Bcc: x,\n/);
    expect(hostile.subject).toBe(subject);
  });

  test("loads and runs nothing", () => {
    expect(html).not.toMatch(
      /<(img|link|script|iframe|object|form|base)\b|url\(|@import|\ssrc=|\son\w+=|http-equiv="refresh/i,
    );
  });

  test("A11 links only to its own links and the company", () => {
    const allowed = new Set([...linksOf(content), company.url.origin]);
    const found = [...html.matchAll(/href="([^"]*)"/g), ...text.matchAll(/(https?:\/\/\S+)/g)].map(
      ([, href]) => href,
    );
    expect(found.filter((href) => !allowed.has(href ?? ""))).toEqual([]);
  });

  test("supports dark mode", () => {
    expect(html).toMatch(/<meta name="color-scheme" content="light dark"/);
    expect(html).toContain("prefers-color-scheme:dark");
  });
});

test.each([
  "Win at www.prize.example",
  "https://prize.example",
  "prize.example",
  "me@prize.example",
  "",
  " \u2028 ",
])("omits a name that is empty or looks like a link: %j", (name) => {
  const { html, text } = render({ template: "verify", name, link: "https://www.kolpona.example/x" });
  expect(text).toMatch(/^Hello,\n/);
  expect(html).not.toContain("prize");
});

test("shows times in the company's time zone", () => {
  const [changed, requested] = ["password-changed", "deletion-asked"].map((template) =>
    everyMail().find((mail) => mail.template === template),
  );
  expect(changed && render(changed).text).toContain("When: 1 March 2026, 18:00 GMT+6");
  expect(requested && render(requested).text).toContain("Deleted on: 15 March 2026");
});
