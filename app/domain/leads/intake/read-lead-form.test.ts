import { expect, test } from "vitest";
import { messageSchema } from "./form-schemas.ts";
import { describeContactForm } from "./forms.ts";
import { readLeadForm } from "./read-lead-form.ts";

function contact(entries: [string, string | Blob][]) {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return readLeadForm(describeContactForm(), data);
}

const validFields: [string, string][] = [
  ["name", "Rahima"],
  ["email", "rahima@shapla.example"],
  ["message", "One\r\nTwo"],
  ["consent", "on"],
];

test("splits a form into input and metadata", () => {
  const read = contact([
    ...validFields,
    ["homepage", "spam"],
    ["elapsed", "5400"],
    ["source", "/contact"],
    ["referrer", "https://search.example/"],
  ]);
  expect(messageSchema.parse(read.input)).toMatchObject({
    name: "Rahima",
    phone: "",
    message: "One\nTwo",
    consent: true,
  });
  expect(read.sent).toEqual({
    honeypot: "spam",
    elapsedMs: 5400,
    sourcePath: "/contact",
    referrer: "https://search.example/",
    consentText: describeContactForm().consent,
  });
});

test("19 20 rejects repeated fields, ignores unknown ones and preserves the text", () => {
  const read = contact([
    ...validFields,
    ["name", "Other"],
    ["role", "admin"],
    ["__proto__", "x"],
    ["email[]", "b@x.example"],
    ["message[a]", "y"],
    ["company", new Blob(["file"])],
  ]);
  const result = messageSchema.safeParse(read.input);
  expect(result.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["name", "Write this as text"],
    ["company", "Write this as text"],
  ]);
  expect(read.typed).toMatchObject({ name: "Rahima", message: "One\r\nTwo", company: "" });
  expect(Object.keys(read.input)).not.toContain("role");
});

test.each(["", "-1", "1e3", "NaN", "99999999999999"])("ignores the invalid time %j", (elapsed) => {
  expect(contact([["elapsed", elapsed]]).sent.elapsedMs).toBeNull();
});
