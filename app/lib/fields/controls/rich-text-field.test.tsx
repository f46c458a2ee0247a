import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormContext, noForm } from "../form-context.ts";
import { richTextControl } from "./rich-text-field.tsx";

test("text has no focusable element while the editor loads", () => {
  const { Control } = richTextControl;
  const texts = { body: { markdown: "", html: '<p><a href="/files/one/640.webp">A mill</a></p>' } };
  const html = renderToStaticMarkup(
    <FormContext value={{ ...noForm, texts }}>
      <Control
        name="body"
        input={{ control: "richText", label: "Text", hint: "" }}
        value={{ type: "doc", content: [{ type: "paragraph" }] }}
        draw={() => null}
      />
    </FormContext>,
  );
  expect(html).toMatch(/<div class="rich-text still"[^>]* inert="">/);
  expect(html).toContain("A mill");
});
