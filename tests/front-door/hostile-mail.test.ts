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

const isDangerous = (name: string) =>
  /^(script|img|svg|math|iframe|object|embed|form|input|base|link|video|audio)$| /.test(name);

const roundsPerMail = 12;

test("O1 mails escape 120 payloads in each text and as names", () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(120);
  const everyPayload = hostileHtml.join("\n\n");
  for (const [n, content] of everyMail().entries())
    for (let round = 0; round < roundsPerMail; round += 1) {
      const name = hostileHtml[(n * roundsPerMail + round) % hostileHtml.length] ?? "";
      const payloads = { name, by: name, where: name, words: everyPayload, text: everyPayload };
      const hostileContent = { ...content, ...pickFields(content, payloads) } as typeof content; // the same mail with other texts
      const { html } = renderMail(hostileContent, { company: { ...company, name }, lifetime: "30 minutes" });
      expect([name, content.template, shapeOf(html).filter(isDangerous)]).toEqual([
        name,
        content.template,
        [],
      ]);
    }
});

/** Payloads for the text fields that the mail has. */
function pickFields(content: object, payloads: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(payloads).filter(([key]) => typeof Reflect.get(content, key) === "string"),
  );
}
