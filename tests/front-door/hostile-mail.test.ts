import { parse } from "parse5";
import { expect, test } from "vitest";
import { company, everyMail } from "#app/domain/mail/mail.fixture.ts";
import { renderMail } from "#app/domain/mail/templates/render-mail.tsx";
import { hostileHtml } from "#app/lib/rich-text/html/hostile.samples.ts";
import { elementsBelow } from "#app/lib/rich-text/html/html-reader.ts";

/** Element names of a mail, and every attribute that could run code. */
function shapeOf(html: string): string[] {
  return elementsBelow(parse(html).childNodes).flatMap(({ tagName, attrs }) => [
    tagName,
    ...attrs.flatMap(({ name, value }) =>
      /^on/i.test(name) || /^\s*(javascript|vbscript|data):/i.test(value) ? [`${tagName} ${name}`] : [],
    ),
  ]);
}

const isDanger = (name: string) =>
  /^(script|img|svg|math|iframe|object|embed|form|input|base|link|video|audio)$| /.test(name);

const rounds = 12;

test("O1 mails escape 120 payloads in each text and as names", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(120);
  const all = hostileHtml.join("\n\n");
  for (const [n, content] of everyMail().entries())
    for (let round = 0; round < rounds; round += 1) {
      const name = hostileHtml[(n * rounds + round) % hostileHtml.length] ?? "";
      const words = { name, by: name, where: name, words: all, text: all };
      const evil = { ...content, ...ofThese(content, words) } as typeof content; // the same mail with other texts
      const { html } = renderMail(evil, { company: { ...company, name }, lifetime: "30 minutes" });
      expect([name, content.template, shapeOf(html).filter(isDanger)]).toEqual([name, content.template, []]);
    }
});

/** Texts of the mail that have a payload. */
function ofThese(content: object, words: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).filter(([key]) => typeof Reflect.get(content, key) === "string"),
  );
}
