import { expect, test } from "vitest";
import { describeCallForm } from "./call-form.ts";
import { callSchema, messageSchema, subscriberSchema } from "./form-schemas.ts";
import { describeContactForm } from "./forms.ts";
import { describeNewsletterForm } from "./newsletter-form.ts";

test("every form describes the fields and lengths of its schema", () => {
  for (const [form, schema] of [
    [describeContactForm(), messageSchema],
    [describeCallForm(), callSchema],
    [describeNewsletterForm(), subscriberSchema],
  ] as const) {
    expect([...form.fields.map(({ name }) => name), "consent"]).toEqual(Object.keys(schema.shape));
    for (const { name, max } of form.fields) {
      const result = schema.safeParse({ [name]: "x".repeat(max + 1) });
      expect(result.error?.issues.find(({ path }) => path[0] === name)?.message).toMatch(
        /at most|such as|Give|too long/,
      );
    }
  }
});
