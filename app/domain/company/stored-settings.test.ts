import { expect, test } from "vitest";
import { email, linkTarget, phoneNumber } from "#app/lib/fields/fields.ts";
import { parseStoredSettings } from "./settings.ts";
import { emptySettings } from "./settings-schema.ts";

test.each(["12", "call us", "+1", "123 / 124"])("A17 rejects %s as a phone number", (typed) => {
  expect(phoneNumber("Phone").schema.safeParse(typed).success).toBe(false);
});

test.each([
  ["+8801700000142", "+880 1700 000142"],
  ["01700 000142", "+880 1700 000142"],
  ["+880 1700-000142", "+880 1700-000142"],
  ["", ""],
])("A17 stores %s as %s", (typed, stored) => {
  expect(phoneNumber("Phone").schema.parse(typed)).toBe(stored);
});

test("L4 accepts only one e-mail address", () => {
  expect(email("E-mail").schema.safeParse("a@b, c@d.example").success).toBe(false);
  expect(email("E-mail").schema.parse(" hello@Kolpona.example ")).toBe("hello@kolpona.example");
  expect(email("E-mail").schema.parse("")).toBe("");
});

test.each(["//host.example", "/\\host.example", "https:///x", "https://", "\\\\host", "javascript:alert(1)"])(
  "L7 rejects %s as a link in settings",
  (address) => expect(linkTarget("Link").schema.safeParse(address).success).toBe(false),
);

test.each(["/", "/contact?a=1#b", "https://pay.example/kolpona/invoice", "http://x.example"])(
  "accepts %s as a link",
  (address) => expect(linkTarget("Link").schema.parse(address)).toBe(address),
);

test("reads an outdated phone or e-mail unchanged", () => {
  const { company } = emptySettings;
  const stored = { ...emptySettings, company: { ...company, name: "Kolpona", phone: "12", email: "a@b, c" } };
  expect(parseStoredSettings(JSON.stringify(stored)).company).toMatchObject({
    name: "Kolpona",
    phone: "12",
    email: "a@b, c",
  });
});
