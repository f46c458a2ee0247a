import { expect, test } from "vitest";
import { company } from "../mail.fixture.ts";
import { renderMail } from "./render-mail.tsx";

const key = "abcdefghijklmnopqrstuv";

test.each([
  ["confirm-newsletter", `https://www.kolpona.example/newsletter/confirm?key=${key}`],
  ["known-reader", `https://www.kolpona.example/newsletter/unsubscribe?key=${key}`],
] as const)("A11 %s links only to its page and the company", (template, link) => {
  const { html, text, subject } = renderMail({ template, name: "", key }, { company, lifetime: "7 days" });
  expect(text).toMatch(/^Hello,\n/);
  expect(text).toContain(`\n${link}\n`);
  const found = [...html.matchAll(/href="([^"]*)"/g), ...text.matchAll(/(https?:\/\/\S+)/g)];
  expect(new Set(found.map(([, href]) => href))).toEqual(new Set([link, company.url.origin]));
  expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(/);
  expect(subject).not.toContain("Kolpona");
});

test("states how long the confirmation link works", () => {
  const mail = { template: "confirm-newsletter", name: "", key } as const;
  expect(renderMail(mail, { company, lifetime: "7 days" }).text).toContain("expires after 7 days");
});
